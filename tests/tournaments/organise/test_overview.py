import pytest
from tests.factories import make_tournament

pytestmark = pytest.mark.django_db


def test_open(organiser_client, judge_client, client):
    make_tournament()
    assert organiser_client.get("/tournaments/cup/manage/").status_code == 200
    assert judge_client.get("/tournaments/cup/manage/").status_code == 403
    assert organiser_client.get("/tournaments/x/manage/").status_code == 404
    assert client.get("/tournaments/cup/manage/").status_code == 302
    assert organiser_client.post("/tournaments/cup/manage/").status_code == 405
