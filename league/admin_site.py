"""The web admin, which commissioners use for their own leagues."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.domain.queries import leagues_run_by


class DugoutAdminSite(admin.AdminSite):
    """Open to staff and to whoever runs a league. Logging in is done where everybody logs in."""

    site_header = "Dugout"
    site_title = "Dugout"
    index_title = _("Leagues")

    def has_permission(self, request: HttpRequest) -> bool:
        # Asked several times in a request.
        if not hasattr(request, "_runs_a_league"):
            request._runs_a_league = leagues_run_by(request.user).exists()  # type: ignore[attr-defined]
        return bool(request.user.is_active and (request.user.is_staff or request._runs_a_league))  # type: ignore[attr-defined]

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        following = request.GET.get("next") or reverse("admin:index", current_app=self.name)
        if self.has_permission(request):
            return redirect("admin:index")
        if request.user.is_authenticated:
            raise PermissionDenied(gettext("The admin is for commissioners and staff."))
        return redirect_to_login(following)
