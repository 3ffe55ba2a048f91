"""Addresses below /desk/."""

from django.urls import path

from mafia_rating.views.approvals import approvals

from . import drafts

urlpatterns = [
    path("drafts/<uuid:key>/", drafts.draft_save, name="draft_save"),
    path("drafts/<uuid:key>/discard/", drafts.draft_discard, name="draft_discard"),
    path("approvals/", approvals, name="approvals"),
]
