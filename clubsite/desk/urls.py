"""Addresses below /desk/."""

from django.urls import path

from mafia_rating.views.approvals import approvals

urlpatterns = [
    path("approvals/", approvals, name="approvals"),
]
