"""One's own account: e-mail address, password, and a new password by e-mail."""

from typing import Any

from django.conf import settings
from django.contrib.auth import views as auth_views
from django.contrib.auth.mixins import LoginRequiredMixin
from django.contrib.auth.models import User
from django.contrib.messages.views import SuccessMessageMixin
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _
from django.views.generic import UpdateView


class AccountView(LoginRequiredMixin, SuccessMessageMixin, UpdateView):
    """Show whose account it is, and change its e-mail address."""

    fields = ("email",)
    template_name = "accounts/me.html"
    context_object_name = "account"
    success_url = reverse_lazy("account")
    success_message = _("The address is stored.")

    def get_object(self, queryset: Any = None) -> User:
        """Fetch the account anew: a refused address must not stand in the page's header as the user's."""
        return User.objects.select_related("player").get(pk=self.request.user.pk)


class PasswordChangeView(SuccessMessageMixin, auth_views.PasswordChangeView):
    """Change the password, with the old one."""

    template_name = "accounts/form.html"
    success_url = reverse_lazy("account")
    success_message = _("The new password is in force.")
    extra_context = {"heading": _("Change the password"), "action": _("Change the password"), "back": success_url}


class PasswordResetView(auth_views.PasswordResetView):
    """Mail a link for a new password, and say the same whether an account has the address or not."""

    template_name = "accounts/form.html"
    subject_template_name = "accounts/password_reset_subject.txt"
    email_template_name = "accounts/password_reset_email.txt"
    extra_email_context = {"club_name": settings.CLUB_NAME}
    extra_context = {
        "heading": _("A new password"),
        "intro": _("Type the e-mail address of your account: a link for a new password is sent there."),
        "action": _("Send the link"),
        "back": reverse_lazy("login"),
    }


class PasswordResetDoneView(auth_views.PasswordResetDoneView):
    """Say that the link is on its way, if there is such an account."""

    template_name = "accounts/password_reset_done.html"


class PasswordResetConfirmView(SuccessMessageMixin, auth_views.PasswordResetConfirmView):
    """Take the new password from whoever holds the link."""

    template_name = "accounts/password_reset_confirm.html"
    success_url = reverse_lazy("login")
    success_message = _("The new password is in force: log in with it.")
    extra_context = {"heading": _("A new password"), "action": _("Store the password")}
