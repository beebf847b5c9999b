from django.urls import URLPattern, path

from tournaments import desk_views as views

urlpatterns: list[URLPattern] = [
    path("desk/", views.front, name="desks"),
    path("l/<slug:league>/desk/", views.desk, name="desk"),
]
