"""Addresses below /desk/."""

from django.urls import path

from mafia_rating.views.approvals import approvals
from mafia_rating.views.judges import JudgesView, JudgeView

from . import drafts, members, views

urlpatterns = [
    path("", views.DeskView.as_view(), name="desk"),
    path("drafts/<uuid:key>/", drafts.draft_save, name="draft_save"),
    path("drafts/<uuid:key>/discard/", drafts.draft_discard, name="draft_discard"),
    path("members/", members.member_add, name="member_add"),
    path("members/new/", members.member_new, name="member_new"),
    path("approvals/", approvals, name="approvals"),
    path("judges/", JudgesView.as_view(), name="judges"),
    path("judges/<slug:slug>/", JudgesView.as_view(), name="judges"),
    path("judges/<slug:slug>/<player:pk>/", JudgeView.as_view(), name="judge"),
]
