from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """An account. What it may do in a league is its membership's to say."""
