"""Addresses below /accounts/."""

from django.contrib.auth import views as auth_views
from django.urls import path

from . import account, invitations

urlpatterns = [
    path("login/", auth_views.LoginView.as_view(), name="login"),
    path("logout/", auth_views.LogoutView.as_view(), name="logout"),
    path("me/", account.AccountView.as_view(), name="account"),
    path("password/", account.PasswordChangeView.as_view(), name="password_change"),
    path("password_reset/", account.PasswordResetView.as_view(), name="password_reset"),
    path("password_reset/done/", account.PasswordResetDoneView.as_view(), name="password_reset_done"),
    path("password_reset/<uidb64>/<token>/", account.PasswordResetConfirmView.as_view(), name="password_reset_confirm"),
    path("invitation/<str:token>/", invitations.invitation, name="invitation"),
    path("invitations/<int:pk>/revoke/", invitations.invitation_revoke, name="invitation_revoke"),
]
