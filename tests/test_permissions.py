"""Who may do what: one line a route and method, for every page and every part of the API.

Columns are people, cells what they are answered. A number is the status itself; ``login`` sends to the login; ``yes``
means that the person may: whatever the empty or small body comes to, it is no 401, 403, 404, 405 or 5xx. ``@played``
asks for the match that is played instead of the one that is to be played. Methods without a line must answer 405.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache as once
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.db.models import Q
from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from engine import editions
from engine.acts import Deal, Share
from league.domain import bulletins, invitations, leagues, members
from league.models import Bulletin, Invitation, League, Membership, User
from matches.domain import amending
from matches.models import Amendment, Fixture, MatchLog
from teams.domain import trading
from teams.models import Player, Team, TradeOffer
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_played_match,
    a_submitted_log,
    a_user,
    assert_reconciled,
    browser,
)
from tests.league.pictured import a_photograph
from tournaments.domain import mailing, publishing, webhooks
from tournaments.domain.competing import entering, majors, results, rounds, setting_up
from tournaments.models import Adjustment, Competition, Delivery, Format, Kind, Pairing, Publication, Webhook

PEOPLE = ("anonymous", "coach", "other_coach", "commissioner", "elsewhere", "staff")
"""``coach`` has the home team of both matches, ``other_coach`` no team in them; ``elsewhere`` runs another league."""
OUTSIDERS = ("anonymous", "elsewhere")

MATRIX = """
                                        anonymous coach  other  commissioner elsewhere staff
    league:front                 GET    200       200    200    200          200       200
    league:create                GET    login     403    403    403          403       200
    league:create                POST   login     403    403    403          403       yes
    league:editions              GET    200       200    200    200          200       200
    league:compare               GET    200       200    200    200          200       200
    league:invitation            GET    200       200    200    200          200       200
    league:invitation            POST   login     yes    yes    yes          yes       yes
    league:styleguide            GET    404       404    404    404          404       404
    league:language              POST   yes       yes    yes    yes          yes       yes
    league:token                 GET    login     200    200    200          200       200
    league:token                 POST   login     yes    yes    yes          yes       yes
    league:settings              GET    login     403    403    200          403       200
    league:settings              POST   login     403    403    yes          403       yes
    league:open_season           POST   login     403    403    yes          403       yes
    league:rules                 GET    200       200    200    200          200       200
    league:rules                 POST   login     403    403    yes          403       yes
    league:members               GET    200       200    200    200          200       200
    league:invite                POST   login     403    403    yes          403       yes
    league:revoke                POST   login     403    403    yes          403       yes
    league:change_role           POST   login     403    403    yes          403       yes
    league:remove_member         POST   login     403    yes    yes          403       yes
    teams:acts_csv               GET    200       200    200    200          200       200
    league:bulletins             GET    200       200    200    200          200       200
    league:welcome               GET    302       302    302    302          302       302
    league:welcome               POST   yes       yes    yes    yes          yes       yes
    league:close_guide           POST   login     403    403    yes          403       yes
    league:preview_bulletin      POST   login     403    403    200          403       200
    league:picture               GET    200       200    200    200          200       200
    tournaments:office           GET    login     403    403    200          403       200
    tournaments:apply_in_order   POST   login     403    403    yes          403       yes
    tournaments:calendar         GET    200       200    200    200          200       200
    tournaments:desks            GET    login     200    200    200          200       200
    tournaments:desk             GET    login     200    200    200          403       200
    tournaments:search           GET    200       200    200    200          200       200
    tournaments:account          GET    login     200    200    200          200       200
    tournaments:account_file     GET    login     200    200    200          200       200
    tournaments:delete_account   POST   login     yes    yes    yes          yes       yes
    league:new_bulletin          GET    login     403    403    200          403       200
    league:new_bulletin          POST   login     403    403    yes          403       yes
    league:edit_bulletin         GET    login     403    403    200          403       200
    league:edit_bulletin         POST   login     403    403    yes          403       yes
    league:delete_bulletin       POST   login     403    403    yes          403       yes
    admin:index                  GET    login     login  login  200          200       200

                                        anonymous coach  other  commissioner elsewhere staff
    teams:teams                  GET    200       200    200    200          200       200
    teams:team                   GET    200       200    200    200          200       200
    teams:player                 GET    200       200    200    200          200       200
    teams:ledger                 GET    200       200    200    200          200       200
    teams:history                GET    200       200    200    200          200       200
    teams:acts                   GET    200       200    200    200          200       200
    teams:act                    GET    200       200    200    200          200       200
    teams:move                   GET    login     403    403    200          403       200
    teams:move                   POST   login     403    403    yes          403       yes
    teams:decree                 GET    login     403    403    200          403       200
    teams:decree                 POST   login     403    403    yes          403       yes
    teams:hand_over              GET    login     403    403    200          403       200
    teams:hand_over              POST   login     403    403    yes          403       yes
    teams:withdraw               GET    login     200    403    200          403       200
    teams:withdraw               POST   login     yes    403    yes          403       yes
    teams:graveyard              GET    200       200    200    200          200       200
    teams:draft                  GET    login     200    200    200          403       200
    teams:draft                  POST   login     yes    yes    yes          403       yes
    teams:draft_check            POST   login     yes    yes    yes          403       yes
    teams:accept                 POST   login     403    403    yes          403       yes
    teams:buy                    GET    login     200    403    200          403       200
    teams:buy                    POST   login     yes    403    yes          403       yes
    teams:buy_check              POST   login     yes    403    yes          403       yes
    teams:field                  GET    login     200    403    200          403       200
    teams:field                  POST   login     yes    403    yes          403       yes
    teams:rename                 GET    login     200    403    200          403       200
    teams:rename                 POST   login     yes    403    yes          403       yes
    teams:rename_player          GET    login     yes    403    yes          403       yes
    teams:rename_player          POST   login     yes    403    yes          403       yes
    teams:renumber               GET    login     200    403    200          403       200
    teams:renumber               POST   login     yes    403    yes          403       yes
    teams:dismiss                GET    login     200    403    200          403       200
    teams:dismiss                POST   login     yes    403    yes          403       yes
    teams:staff                  GET    login     200    403    200          403       200
    teams:staff                  POST   login     yes    403    yes          403       yes
    teams:improve                GET    login     200    403    200          403       200
    teams:improve                POST   login     yes    403    yes          403       yes
    teams:set_aside              POST   login     403    403    yes          403       yes
    teams:trades                 GET    login     200    403    200          403       200
    teams:offer                  GET    login     200    403    200          403       200
    teams:offer                  POST   login     yes    403    yes          403       yes
    teams:trade                  GET    login     200    404    200          403       200
    teams:answer_trade           POST   login     yes    404    yes          403       yes

                                        anonymous coach  other  commissioner elsewhere staff
    matches:fixtures             GET    200       200    200    200          200       200
    matches:fixture_new          GET    login     403    403    200          403       200
    matches:fixture_new          POST   login     403    403    yes          403       yes
    matches:even_out             POST   login     403    403    yes          403       yes
    matches:compare              GET    200       200    200    200          200       200
    matches:match                GET    200       200    200    200          200       200
    matches:match@played         GET    200       200    200    200          200       200
    matches:cancel               POST   login     403    403    yes          403       yes
    matches:template             GET    200       200    200    200          200       200
    matches:document             GET    404       200    404    200          404       200
    matches:document@played      GET    200       200    200    200          200       200
    matches:wizard               GET    login     200    403    200          403       200
    matches:wizard               POST   login     yes    403    yes          403       yes
    matches:undo                 POST   login     yes    403    yes          403       yes
    matches:discard              POST   login     yes    403    yes          403       yes
    matches:submit               POST   login     yes    403    yes          403       yes
    matches:upload               GET    login     200    403    200          403       200
    matches:upload               POST   login     yes    403    yes          403       yes
    matches:match_file           GET    login     302    403    302          403       302
    matches:match_file           POST   login     yes    403    yes          403       yes
    matches:turn_file            POST   login     yes    403    yes          403       yes
    matches:read_on              POST   login     yes    403    yes          403       yes
    matches:preview              GET    login     200    404    200          403       200
    matches:apply                POST   login     403    403    yes          403       yes
    matches:reopen               POST   login     403    403    yes          403       yes
    matches:reject               POST   login     403    403    yes          403       yes

                                        anonymous coach  other  commissioner elsewhere staff
    matches:correct              GET    login     403    403    200          403       200
    matches:correct              POST   login     403    403    yes          403       yes
    matches:undo_act             GET    login     403    403    200          403       200
    matches:undo_act             POST   login     403    403    yes          403       yes
    matches:amendments           GET    login     403    403    200          403       200
    matches:amendment            GET    login     403    403    200          403       200
    matches:amendment_entry      GET    login     403    403    200          403       200
    matches:amendment_entry      POST   login     403    403    yes          403       yes
    matches:amendment_insert     GET    login     403    403    200          403       200
    matches:amendment_insert     POST   login     403    403    yes          403       yes
    matches:amendment_remove     POST   login     403    403    yes          403       yes
    matches:amendment_truncate   POST   login     403    403    yes          403       yes
    matches:amendment_answer     POST   login     403    403    yes          403       yes
    matches:amendment_take_back  POST   login     403    403    yes          403       yes
    matches:amendment_document   GET    login     403    403    200          403       200
    matches:amendment_upload     POST   login     403    403    yes          403       yes
    matches:amendment_rosters    POST   login     403    403    yes          403       yes
    matches:amendment_reason     POST   login     403    403    yes          403       yes
    matches:amendment_abandon    POST   login     403    403    yes          403       yes
    matches:amendment_consequences GET    login     403    403    200          403       200
    matches:amendment_settle     POST   login     403    403    yes          403       yes
    matches:amendment_settle_all POST   login     403    403    yes          403       yes
    matches:amendment_commit     GET    login     403    403    200          403       200
    matches:amendment_commit     POST   login     403    403    yes          403       yes
    matches:amendment_progress   GET    login     403    403    302          403       302

                                        anonymous coach  other  commissioner elsewhere staff
    tournaments:home             GET    200       200    200    200          200       200
    tournaments:standings        GET    200       200    200    200          200       200
    tournaments:standings_csv    GET    200       200    200    200          200       200
    tournaments:leaders          GET    200       200    200    200          200       200
    tournaments:annals           GET    200       200    200    200          200       200
    tournaments:season           GET    200       200    200    200          200       200
    tournaments:head_to_head     GET    200       200    200    200          200       200
    tournaments:records          GET    200       200    200    200          200       200
    tournaments:hall_of_fame     GET    200       200    200    200          200       200
    tournaments:stars            GET    200       200    200    200          200       200
    tournaments:star             GET    200       200    200    200          200       200
    tournaments:ratings          GET    200       200    200    200          200       200
    tournaments:ratings_csv      GET    200       200    200    200          200       200
    tournaments:rating           GET    200       200    200    200          200       200
    tournaments:league_ratings   GET    200       200    200    200          200       200
    tournaments:league_ratings_csv GET    200       200    200    200          200       200
    tournaments:league_rating    GET    200       200    200    200          200       200
    tournaments:publications     GET    200       200    200    200          200       200
    tournaments:publication      GET    200       200    200    200          200       200
    tournaments:publish          POST   login     403    403    yes          403       yes
    tournaments:schedule         POST   login     403    403    yes          403       yes
    tournaments:archive          GET    login     403    403    200          403       200
    tournaments:archive_file     GET    login     403    403    200          403       200
    tournaments:standings_pdf    GET    200       200    200    200          200       200
    tournaments:publication_pdf  GET    200       200    200    200          200       200
    tournaments:publication_csv  GET    200       200    200    200          200       200
    tournaments:leaders_csv      GET    200       200    200    200          200       200
    tournaments:teams_csv        GET    200       200    200    200          200       200
    tournaments:rosters_pdf      GET    200       200    200    200          200       200
    tournaments:roster_pdf       GET    200       200    200    200          200       200
    tournaments:blank_sheet_pdf  GET    200       200    200    200          200       200
    tournaments:match_sheet_pdf  GET    200       200    200    200          200       200
    tournaments:round_sheets_pdf GET    200       200    200    200          200       200
    tournaments:almanac_pdf      GET    200       200    200    200          200       200
    tournaments:league_card      GET    200       200    200    200          200       200
    tournaments:table_card       GET    200       200    200    200          200       200
    tournaments:match_card       GET    200       200    200    200          200       200
    tournaments:match_card@played GET   200       200    200    200          200       200
    tournaments:league_calendar  GET    200       200    200    200          200       200
    tournaments:team_calendar    GET    200       200    200    200          200       200
    tournaments:coach_calendar   GET    200       200    200    200          200       200
    tournaments:feed             GET    200       200    200    200          200       200
    tournaments:subscriptions    GET    200       200    200    200          200       200
    tournaments:mails            POST   login     yes    yes    yes          403       403
    tournaments:feed_key         POST   login     yes    yes    yes          403       403
    tournaments:hooks            GET    login     403    403    200          403       200
    tournaments:hooks            POST   login     403    403    yes          403       yes
    tournaments:hook             GET    login     403    403    200          403       200
    tournaments:hook             POST   login     403    403    yes          403       yes
    tournaments:stop_mail        GET    200       200    200    200          200       200
    tournaments:stop_mail        POST   yes       yes    yes    yes          yes       yes
    tournaments:round_paper_pdf  GET    200       200    200    200          200       200
    tournaments:stage_table_pdf  GET    200       200    200    200          200       200
    tournaments:bracket_pdf      GET    404       404    404    404          404       404
    tournaments:bracket_svg      GET    404       404    404    404          404       404
    tournaments:stage_table_csv  GET    200       200    200    200          200       200
    tournaments:squads_csv       GET    200       200    200    200          200       200
    tournaments:certificates_pdf GET    200       200    200    200          200       200
    tournaments:competition_calendar GET    200       200    200    200          200       200
    tournaments:major_new        GET    login     403    403    200          403       200
    tournaments:major_new        POST   login     403    403    yes          403       yes
    tournaments:minor_new        GET    login     403    403    200          403       200
    tournaments:minor_new        POST   login     403    403    yes          403       yes
    tournaments:major            GET    200       200    200    200          200       200
    tournaments:major            POST   login     yes    yes    yes          403       yes
    tournaments:major_challenges GET    200       200    200    200          200       200
    tournaments:major_challenges POST   login     yes    yes    yes          403       yes
    tournaments:major_finals     GET    200       200    200    200          200       200
    tournaments:major_finals     POST   login     403    403    yes          403       yes
    tournaments:major_prizes     GET    200       200    200    200          200       200
    tournaments:major_prizes     POST   login     403    403    yes          403       yes
    tournaments:import           GET    login     403    403    403          403       200
    tournaments:import           POST   login     403    403    403          403       yes

                                        anonymous coach  other  commissioner elsewhere staff
    tournaments:competitions     GET    200       200    200    200          200       200
    tournaments:competition_new  GET    login     403    403    200          403       200
    tournaments:competition_new  POST   login     403    403    yes          403       yes
    tournaments:competition      GET    200       200    200    200          200       200
    tournaments:competition_organise GET login    403    403    200          403       200
    tournaments:competition_organise POST login   403    403    yes          403       yes
    tournaments:competition_journal GET login     403    403    200          403       200
    tournaments:competition_settings GET login    403    403    200          403       200
    tournaments:competition_settings POST login   403    403    yes          403       yes
    tournaments:competition_stage GET   login     403    403    200          403       200
    tournaments:competition_stage POST  login     403    403    yes          403       yes
    tournaments:competition_stage_points GET login     403    403    200          403       200
    tournaments:competition_stage_points POST login     403    403    yes          403       yes
    tournaments:competition_entries GET 200       200    200    200          200       200
    tournaments:competition_entries POST login    yes    yes    yes          403       yes
    tournaments:competition_entry GET   200       200    200    200          200       200
    tournaments:competition_entry POST  login     yes    403    yes          403       yes
    tournaments:competition_pair GET    login     403    403    200          403       200
    tournaments:competition_pair POST   login     403    403    yes          403       yes
    tournaments:competition_round GET   200       200    200    200          200       200
    tournaments:competition_round POST  login     403    403    yes          403       yes
    tournaments:competition_match GET   200       200    200    200          200       200
    tournaments:competition_match POST  login     yes    403    yes          403       yes
    tournaments:competition_table GET   200       200    200    200          200       200
    tournaments:competition_terms GET   200       200    200    200          200       200
    tournaments:competition_bracket GET 200       200    200    200          200       200
    tournaments:competition_fixtures GET 200      200    200    200          200       200
    tournaments:competition_squad GET   200       200    200    200          200       200
    tournaments:squads_pdf       GET    200       200    200    200          200       200
    tournaments:competition_screen GET  200       200    200    200          200       200
    tournaments:competition_clock POST  login     403    403    yes          403       yes
    tournaments:competition_naf  GET    login     403    403    200          403       200
    tournaments:competition_naf_xml GET login     403    403    200          403       200
    tournaments:naf_import       GET    login     403    403    200          403       200
    tournaments:naf_import       POST   login     403    403    yes          403       yes
    tournaments:competition_arrange GET 200       200    200    200          200       200
    tournaments:competition_arrange POST login    yes    yes    yes          403       yes
    tournaments:competition_plan GET    login     403    403    200          403       200
    tournaments:competition_plan POST   login     403    403    yes          403       yes
    tournaments:competition_again GET   login     403    403    200          403       200
    tournaments:competition_again POST  login     403    403    yes          403       yes

                                        anonymous coach  other  commissioner elsewhere staff
    api:token                    POST   yes       yes    yes    yes          yes       yes
    api:search                   GET    200       200    200    200          200       200
    api:account                  GET    401       200    200    200          200       200
    api:account                  DELETE 401       yes    yes    yes          yes       yes
    api:editions                 GET    200       200    200    200          200       200
    api:edition                  GET    200       200    200    200          200       200
    api:compared                 GET    200       200    200    200          200       200
    api:acceptance               GET    200       200    200    200          200       200
    api:acceptance               POST   401       yes    yes    yes          yes       yes
    api:leagues                  GET    200       200    200    200          200       200
    api:leagues                  POST   401       403    403    403          403       yes
    api:league                   GET    200       200    200    200          200       200
    api:league                   PATCH  401       403    403    yes          403       yes
    api:rules                    GET    200       200    200    200          200       200
    api:rules                    PATCH  401       403    403    yes          403       yes
    api:rule_tables              GET    200       200    200    200          200       200
    api:seasons                  GET    200       200    200    200          200       200
    api:seasons                  POST   401       403    403    yes          403       yes
    api:members                  GET    200       200    200    200          200       200
    api:member                   GET    200       200    200    200          200       200
    api:member                   PATCH  401       403    403    yes          403       yes
    api:member                   DELETE 401       403    yes    yes          403       yes
    api:invitations              GET    401       403    403    200          403       200
    api:invitations              POST   401       403    403    yes          403       yes
    api:invitation               DELETE 401       403    403    yes          403       yes
    api:bulletins                GET    200       200    200    200          200       200
    api:bulletins                POST   401       403    403    yes          403       yes
    api:pictures                 POST   401       403    403    yes          403       yes
    api:office                   GET    401       403    403    200          403       200
    api:office_logs              GET    401       403    403    200          403       200
    api:office_logs              POST   401       403    403    yes          403       yes
    api:month                    GET    200       200    200    200          200       200
    api:bulletin                 GET    200       200    200    200          200       200
    api:bulletin                 PUT    401       403    403    yes          403       yes
    api:bulletin                 DELETE 401       403    403    yes          403       yes

                                        anonymous coach  other  commissioner elsewhere staff
    api:teams                    GET    200       200    200    200          200       200
    api:teams                    POST   401       yes    yes    yes          403       yes
    api:draft_check              POST   401       yes    yes    yes          403       yes
    api:team                     GET    200       200    200    200          200       200
    api:accept_team              POST   401       403    403    yes          403       yes
    api:withdraw                 POST   401       yes    403    yes          403       yes
    api:hand_over                POST   401       403    403    yes          403       yes
    api:move                     POST   401       403    403    yes          403       yes
    api:move_check               POST   401       403    403    yes          403       yes
    api:decree                   POST   401       403    403    yes          403       yes
    api:decree_check             POST   401       403    403    yes          403       yes
    api:buy                      POST   401       yes    403    yes          403       yes
    api:buy_check                POST   401       yes    403    yes          403       yes
    api:field                    GET    401       200    403    200          403       200
    api:field                    POST   401       yes    403    yes          403       yes
    api:repair_field             POST   401       yes    403    yes          403       yes
    api:drop                     POST   401       yes    403    yes          403       yes
    api:rename_team              POST   401       yes    403    yes          403       yes
    api:renumber                 POST   401       yes    403    yes          403       yes
    api:players                  GET    200       200    200    200          200       200
    api:team_players             GET    200       200    200    200          200       200
    api:player                   GET    200       200    200    200          200       200
    api:dismiss                  POST   401       yes    403    yes          403       yes
    api:retire                   POST   401       yes    403    yes          403       yes
    api:rename_player            POST   401       yes    403    yes          403       yes
    api:improve                  GET    200       200    200    200          200       200
    api:improve                  POST   401       yes    403    yes          403       yes
    api:set_aside                POST   401       403    403    yes          403       yes
    api:trades                   GET    401       200    403    200          403       200
    api:trades                   POST   401       yes    403    yes          403       yes
    api:trade                    GET    401       200    404    200          403       200
    api:accept_trade             POST   401       403    404    yes          403       yes
    api:refuse_trade             POST   401       403    404    yes          403       yes
    api:withdraw_trade           POST   401       yes    404    yes          403       yes
    api:acts                     GET    200       200    200    200          200       200
    api:act                      GET    200       200    200    200          200       200

                                        anonymous coach  other  commissioner elsewhere staff
    api:desk                     GET    401       200    200    200          403       200
    api:compare                  GET    yes       yes    yes    yes          yes       yes
    api:fixtures                 GET    200       200    200    200          200       200
    api:fixtures                 POST   401       403    403    yes          403       yes
    api:even_out                 POST   401       403    403    yes          403       yes
    api:fixture                  GET    200       200    200    200          200       200
    api:fixture                  DELETE 401       403    403    yes          403       yes
    api:log_template             GET    200       200    200    200          200       200
    api:results                  GET    200       200    200    200          200       200
    api:result@played            GET    200       200    200    200          200       200
    api:logs                     GET    200       200    200    200          200       200
    api:logs                     POST   401       yes    403    yes          403       yes
    api:log                      GET    404       200    404    200          404       200
    api:log@played               GET    200       200    200    200          200       200
    api:preview                  GET    404       200    404    200          404       200
    api:application              POST   401       403    403    yes          403       yes
    api:rejection                POST   401       403    403    yes          403       yes
    api:wizard                   GET    401       200    403    200          403       200
    api:wizard                   POST   401       yes    403    yes          403       yes
    api:undo                     POST   401       yes    403    yes          403       yes
    api:submission               POST   401       yes    403    yes          403       yes
    api:match_file               GET    401       404    403    404          403       404
    api:match_file               POST   401       yes    403    yes          403       yes
    api:turn_file                POST   401       yes    403    yes          403       yes
    api:settle_file              POST   401       yes    403    yes          403       yes
    api:read_on                  POST   401       yes    403    yes          403       yes

                                        anonymous coach  other  commissioner elsewhere staff
    api:amendments               GET    401       403    403    200          403       200
    api:amendments               POST   401       403    403    yes          403       yes
    api:amendment                GET    401       403    403    200          403       200
    api:amendment                PATCH  401       403    403    yes          403       yes
    api:amended_log              GET    401       403    403    200          403       200
    api:amended_log              PUT    401       403    403    yes          403       yes
    api:amended_document         GET    401       403    403    200          403       200
    api:amended_rosters          POST   401       403    403    yes          403       yes
    api:amended_entries          POST   401       403    403    yes          403       yes
    api:amended_entry            PUT    401       403    403    yes          403       yes
    api:amended_entry            POST   401       403    403    yes          403       yes
    api:amended_entry            DELETE 401       403    403    yes          403       yes
    api:amended_truncation       POST   401       403    403    yes          403       yes
    api:amendment_settle         POST   401       403    403    yes          403       yes
    api:amendment_settle_all     POST   401       403    403    yes          403       yes
    api:amendment_commit         POST   401       403    403    yes          403       yes
    api:amendment_abandon        POST   401       403    403    yes          403       yes
    api:amendment_undo           POST   401       403    403    yes          403       yes

                                        anonymous coach  other  commissioner elsewhere staff
    api:standings                GET    200       200    200    200          200       200
    api:leaders                  GET    200       200    200    200          200       200
    api:ratings                  GET    200       200    200    200          200       200
    api:rating                   GET    200       200    200    200          200       200
    api:milestones               GET    200       200    200    200          200       200
    api:season_charts            GET    200       200    200    200          200       200
    api:head_to_head             GET    200       200    200    200          200       200
    api:records                  GET    200       200    200    200          200       200
    api:hall_of_fame             GET    200       200    200    200          200       200
    api:star_players             GET    200       200    200    200          200       200
    api:league_ratings           GET    200       200    200    200          200       200
    api:league_rating            GET    200       200    200    200          200       200
    api:publications             GET    200       200    200    200          200       200
    api:publications             POST   401       403    403    yes          403       yes
    api:publication              GET    200       200    200    200          200       200
    api:publication_schedule     GET    200       200    200    200          200       200
    api:publication_schedule     PUT    401       403    403    yes          403       yes
    api:competitions             GET    200       200    200    200          200       200
    api:competitions             POST   401       403    403    yes          403       yes
    api:competition              GET    200       200    200    200          200       200
    api:competition_entries      GET    200       200    200    200          200       200
    api:competition_entries      POST   401       yes    yes    yes          403       yes
    api:competition_rounds       GET    200       200    200    200          200       200
    api:competition_rounds       POST   401       403    403    yes          403       yes
    api:competition_round        GET    200       200    200    200          200       200
    api:competition_publication  POST   401       403    403    yes          403       yes
    api:competition_report       POST   401       yes    403    yes          403       yes
    api:competition_table        GET    200       200    200    200          200       200
    api:competition              PATCH  401       403    403    yes          403       yes
    api:competition              DELETE 401       403    403    yes          403       yes
    api:competition_open         POST   401       403    403    yes          403       yes
    api:competition_start        POST   401       403    403    yes          403       yes
    api:competition_next         POST   401       403    403    yes          403       yes
    api:competition_end          POST   401       403    403    yes          403       yes
    api:competition_archive      POST   401       403    403    yes          403       yes
    api:competition_organiser    POST   401       403    403    yes          403       yes
    api:competition_again        POST   401       403    403    yes          403       yes
    api:competition_journal      GET    401       403    403    200          403       200
    api:competition_stages       POST   401       403    403    yes          403       yes
    api:competition_stage        PATCH  401       403    403    yes          403       yes
    api:competition_stage        DELETE 401       403    403    yes          403       yes
    api:competition_entry        GET    200       200    200    200          200       200
    api:competition_entry        PATCH  401       403    403    yes          403       yes
    api:entry_drop               POST   401       yes    403    yes          403       yes
    api:entry_return             POST   401       403    403    yes          403       yes
    api:entry_annul              POST   401       403    403    yes          403       yes
    api:entry_replace            POST   401       403    403    yes          403       yes
    api:entry_adjustments        POST   401       403    403    yes          403       yes
    api:entry_adjustment         DELETE 401       403    403    yes          403       yes
    api:round_swap               POST   401       403    403    yes          403       yes
    api:round_redraw             POST   401       403    403    yes          403       yes
    api:round_unpublish          POST   401       403    403    yes          403       yes
    api:round_discard            POST   401       403    403    yes          403       yes
    api:round_clock              PUT    401       403    403    yes          403       yes
    api:round_clock              DELETE 401       403    403    yes          403       yes
    api:competition_match        GET    200       200    200    200          200       200
    api:match_correct            POST   401       403    403    yes          403       yes
    api:match_concede            POST   401       yes    403    yes          403       yes
    api:match_no_show            POST   401       403    403    yes          403       yes
    api:match_take_back          POST   401       403    403    yes          403       yes
    api:match_settle             POST   401       403    403    yes          403       yes
    api:stage_matches            GET    200       200    200    200          200       200
    api:stage_matches            POST   401       yes    403    yes          403       yes
    api:match_agree              POST   401       yes    yes    yes          403       yes
    api:match_call_off           POST   401       yes    yes    yes          403       yes
    api:ladder_challenge         POST   401       yes    403    yes          403       yes
    api:match_refuse             POST   401       yes    yes    yes          403       yes
    api:stage_days               POST   401       403    403    yes          403       yes
    api:match_day                POST   401       403    403    yes          403       yes
    api:match_postpone           POST   401       403    403    yes          403       yes
    api:competition_terms        GET    200       200    200    200          200       200
    api:competition_bracket      GET    404       404    404    404          404       404
    api:competition_naf          GET    401       403    403    200          403       200
    api:naf_reports              POST   401       403    403    yes          403       yes
    api:majors                   POST   401       403    403    yes          403       yes
    api:major                    GET    200       200    200    200          200       200
    api:major_matches            POST   401       yes    403    yes          403       yes
    api:major_call_off           POST   401       yes    403    yes          403       yes
    api:major_award              POST   401       403    403    yes          403       yes
    api:major_strike             POST   401       403    403    yes          403       yes
    api:major_challenges         POST   401       yes    403    yes          403       yes
    api:major_pass_on            POST   401       403    403    yes          403       yes
    api:major_accept             POST   401       403    403    yes          403       yes
    api:major_refuse             POST   401       403    403    yes          403       yes
    api:major_substitute         POST   401       403    403    yes          403       yes
    api:major_turn_down          POST   401       yes    403    yes          403       yes
    api:major_decide             POST   401       403    403    yes          403       yes
    api:major_drop               POST   401       403    403    yes          403       yes
    api:major_qualify            POST   401       403    403    yes          403       yes
    api:major_draw               POST   401       403    403    yes          403       yes
    api:major_third_place        POST   401       403    403    yes          403       yes
    api:major_undo               POST   401       403    403    yes          403       yes
    api:major_prizes             GET    200       200    200    200          200       200
    api:major_prizes             POST   401       403    403    yes          403       yes
    api:major_give_back          POST   401       403    403    yes          403       yes
    api:competition_squads       GET    200       200    200    200          200       200
    api:competition_squad        GET    200       200    200    200          200       200
    api:minors                   GET    200       200    200    200          200       200
    api:minors                   POST   401       403    403    yes          403       yes
    api:minor_prizes             GET    200       200    200    200          200       200
    api:minor_prizes             PUT    401       403    403    yes          403       yes
    api:minor_prizes             POST   401       403    403    yes          403       yes
    api:mails                    GET    401       200    200    200          403       403
    api:mails                    PUT    401       yes    yes    yes          403       403
    api:webhooks                 GET    401       403    403    200          403       200
    api:webhooks                 POST   401       403    403    yes          403       yes
    api:webhook                  GET    401       403    403    200          403       200
    api:webhook                  PATCH  401       403    403    yes          403       yes
    api:webhook                  DELETE 401       403    403    yes          403       yes
    api:webhook_secret           POST   401       403    403    yes          403       yes
    api:webhook_test             POST   401       403    403    yes          403       yes
    api:webhook_pause            POST   401       403    403    yes          403       yes
    api:webhook_resume           POST   401       403    403    yes          403       yes
    api:deliveries               GET    401       403    403    200          403       200
    api:delivery_again           POST   401       403    403    yes          403       yes
    api:archive                  GET    401       403    403    200          403       200
    api:archives                 POST   401       403    403    403          403       yes
"""

BODIES: dict[tuple[str, str], dict[str, Any]] = {
    # What is read before the domain says who may; everything else may be empty.
    ("api:leagues", "POST"): {"name": "Another league", "edition": "lrb4"},
    ("api:member", "PATCH"): {"role": "coach"},
    ("api:wizard", "POST"): {"version": 0, "roll": True},
    ("api:undo", "POST"): {"version": 0},
    ("api:submission", "POST"): {"version": 0},
    ("api:turn_file", "POST"): {"version": 0},
    ("api:settle_file", "POST"): {"version": 0, "home": {}, "away": {}},
    ("api:read_on", "POST"): {"version": 0},
    ("api:competition_entries", "POST"): {"team": "gouged-eye"},
    ("api:match_concede", "POST"): {"side": "away"},
    ("api:stage_matches", "POST"): {"one": 1, "other": 2},
    ("api:ladder_challenge", "POST"): {"one": 1, "other": 2},
    ("api:major_matches", "POST"): {"home": 1, "away": 4},
    ("api:major_challenges", "POST"): {"challenger": 1, "challenged": 4},
    ("api:major_substitute", "POST"): {"team": 3},
    ("api:minor_prizes", "PUT"): {"amounts": [80_000, 40_000]},
    ("api:minor_prizes", "POST"): {"places": [1]},
    ("teams:rename_player", "POST"): {"name": "Somebody else"},
    ("teams:answer_trade", "POST"): {"answer": "accept?"},
    ("api:trades", "POST"): {"to": "reikland-reavers"},
    ("api:field", "POST"): {"stadium": "Terraces"},
    ("api:drop", "POST"): {"staff": "cheerleaders", "count": 1},
    ("api:rename_team", "POST"): {"name": "Another name"},
    ("api:renumber", "POST"): {"numbers": [{"uid": 1, "number": 15}]},
    ("api:retire", "POST"): {"becomes_assistant": False},
    ("api:rename_player", "POST"): {"name": "Somebody else"},
    ("api:improve", "POST"): {"version": 0, "roll": True},
}


@dataclass(frozen=True)
class Row:
    route: str
    played: bool
    method: str
    cells: dict[str, str]

    def __str__(self) -> str:
        return f"{self.method} {self.route}{'@played' * self.played}"


@once
def rows() -> tuple[Row, ...]:
    found = []
    for line in MATRIX.splitlines():
        words = line.split()
        if words and words[0] != PEOPLE[0]:
            route, _, played = words[0].partition("@")
            found.append(Row(route, bool(played), words[1], dict(zip(PEOPLE, words[2:], strict=True))))
    return tuple(found)


# --- the routes of the project --------------------------------------------------------------------------------

NOT_OURS = (
    "allauth.",
    "django.contrib.admin",
    "django.views.static",
    "django.contrib.staticfiles",
    "drf_spectacular",
)


@once
def routes() -> dict[str, URLPattern]:
    """Every route that is the project's own, by its full name, and the index of the admin."""
    return {name: pattern for name, pattern in _walk(get_resolver(), "") if _ours(name, pattern)}


def _ours(name: str, pattern: URLPattern) -> bool:
    if name.startswith("admin:"):
        return name == "admin:index"
    view = getattr(pattern.callback, "view_class", pattern.callback)
    return not view.__module__.startswith(NOT_OURS)


def _walk(resolver: URLResolver, namespace: str) -> Iterator[tuple[str, URLPattern]]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            inner = f"{namespace}{entry.namespace}:" if entry.namespace else namespace
            yield from _walk(entry, inner)
        else:
            yield f"{namespace}{entry.name or entry.pattern}", entry


def arguments_of(route: str) -> set[str]:
    """What the address of the route needs: those of the includes around it are none here."""
    return set(routes()[route].pattern.converters)


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    named = {row.route for row in rows()}
    assert sorted(routes().keys() - named) == [], "routes without a row"
    assert sorted(named - routes().keys()) == [], "rows without a route"


def test_no_row_stands_twice() -> None:
    named = [str(row) for row in rows()]
    assert sorted(named) == sorted(set(named))


# --- a league in which everything is there --------------------------------------------------------------------


@dataclass
class World:
    league: League
    people: dict[str, User | None]
    home: Team
    player: Player
    played: Fixture
    played_log: MatchLog
    to_play: Fixture
    submitted: MatchLog
    invitation: Invitation
    bulletin: Bulletin
    publication: Publication
    amendment: Amendment
    offer: TradeOffer
    major: Competition
    minor: Competition
    arranged: Pairing
    event: Competition
    pairing: Pairing
    adjustment: Adjustment
    hook: Webhook
    delivery: Delivery

    def address(self, row: Row) -> str:
        fixture, log = (self.played, self.played_log) if row.played else (self.to_play, self.submitted)
        other, elsewhere = self.people["other_coach"], self.people["elsewhere"]
        assert other is not None
        assert elsewhere is not None
        # A coach of a private league is nobody outside of it.
        rated = self.home.coach_id if "league" in arguments_of(row.route) else elsewhere.pk
        values: dict[str, Any] = {
            "league": self.league.slug,
            "team": self.home.slug,
            "uid": self.player.uid,
            "number": fixture.number,
            "log": log.pk,
            "member": other.pk,
            "invitation": self.invitation.pk,
            "token": self.invitation.token,
            "bulletin": self.bulletin.pk,
            "name": self.bulletin.pictures.get().name,
            "year": self.publication.year,
            "week": self.publication.week,
            "edition": self.league.edition,
            "other_edition": next(key for key in editions.EDITIONS if key != self.league.edition),
            "sequence": 1,
            "amendment": self.amendment.pk,
            "place": 1,
            "offer": self.offer.number,
            "round": 2,
            "what": "pairings",
            "competition": self.competition_of(row.route).slug,
            "stage": 1,
            "entry": 1,
            "criterion": 0,
            "pairing": (self.arranged if "major" in row.route else self.pairing).pk,
            "challenge": 1,
            "adjustment": self.adjustment.pk,
            "hook": self.hook.pk,
            "season": 1,
            "delivery": self.delivery.pk,
            "coach": f"u{rated}",
            "star": "morg-n-thorg",
            "ticket": mailing.ticket(Membership.objects.get(league=self.league, user=other)),
        }
        if "competition" in arguments_of(row.route):
            values["number"] = 1
        return reverse(row.route, kwargs={name: values[name] for name in arguments_of(row.route)})

    def competition_of(self, route: str) -> Competition:
        if "minor" in route:
            return self.minor
        return self.major if "major" in route else self.event

    def ask(self, row: Row, person: str) -> HttpResponse:
        """What the person is answered; nothing of what it does stays."""
        cache.clear()
        client = browser(self.people[person])
        client.raise_request_exception = False
        body = BODIES.get((row.route, row.method), {})
        extra: dict[str, Any] = {}
        if row.method != "GET":
            # The log of the form's field is the same that the address of the API names.
            extra["data"] = body | {"log": str(self.submitted.pk)} if not is_api(row.route) else body
            if is_api(row.route):
                extra["content_type"] = "application/json"
        with transaction.atomic():
            response: HttpResponse = getattr(client, row.method.lower())(self.address(row), **extra)
            transaction.set_rollback(True)
        return response


def is_api(route: str) -> bool:
    return route.startswith("api:")


def a_running_major(league: League, by: User, *teams: Team) -> Competition:
    """In its play-off, with a challenge of the first two that waits for its answer, and a match to be played."""
    major = majors.open_major(by, league, "Chaos Cup", timezone.localdate())
    for team in teams:
        entering.enter(by, major, team)
    setting_up.start(by, major)
    majors.issue(by, major, 1, 2)
    majors.pass_on(by, major, 1)
    majors.arrange(by, major, 1, 3)
    return major


@pytest.fixture
def world(db: None) -> World:
    league = a_league("Old World Cup")
    commissioner, coach = a_commissioner(league, "commissioner"), a_coach(league, "coach")
    home = a_drafted_team(league, "Orc", coach, "Gouged Eye")
    away = a_drafted_team(league, "Human", name="Reikland Reavers", seed=8)
    result = a_played_match(home, away)
    to_play = a_fixture(home, away, round=2)
    submitted = a_submitted_log(to_play, coach)
    invitation = invitations.invite(commissioner, league)
    text = bulletins.with_picture(commissioner, league, "The season has begun.", a_photograph(), 1000, "Us")
    bulletin = bulletins.publish(commissioner, league, "News", text)
    publication = publishing.publish(league, commissioner)
    offer = trading.offer(home, away, coach, Deal(Share(gold=1)))
    others = [a_drafted_team(league, "Dwarf", name=name) for name in ("Giants", "Warhammerers")]
    major = a_running_major(league, commissioner, home, away, *others)
    elsewhere = a_commissioner(a_league("Another Cup"), "elsewhere")
    event, pairing = an_event(league, commissioner, coach)
    hook = webhooks.add(
        commissioner, league, webhooks.Wanted("Club", webhooks.EVENTS, "https://example.org/")
    )
    player = home.players.filter(owed__gt=0, fate="").first()
    assert player is not None
    assert_reconciled(league)
    people = {
        "anonymous": None,
        "coach": coach,
        "other_coach": a_coach(league, "other-coach"),
        "commissioner": commissioner,
        "elsewhere": elsewhere,
        "staff": a_user("staff", is_staff=True),
    }
    return World(
        league=league,
        people=people,
        home=home,
        player=player,
        played=result.fixture,
        played_log=result.log,
        to_play=to_play,
        submitted=submitted,
        invitation=invitation,
        bulletin=bulletin,
        publication=publication,
        amendment=amending.begin(commissioner, result, "The referee was asleep."),
        offer=offer,
        major=major,
        minor=majors.open_minor(commissioner, league, "Far Albion Cup", prizes=[80_000, 40_000]),
        arranged=Pairing.objects.get(round__stage__competition=major),
        event=event,
        pairing=pairing,
        adjustment=entering.adjust(commissioner, event.entries.get(number=1), 1, "A fine army"),
        hook=hook,
        delivery=webhooks.send_test(commissioner, league, hook.pk),
    )


def an_event(league: League, by: User, coach: User) -> tuple[Competition, Pairing]:
    """A Swiss whose first round is published, and the match of the coach's entry, the first."""
    swiss = ("Swiss", Format.SWISS, {"rounds": 9})
    event = setting_up.create(by, league, "Open", Kind.EVENT, rosters=False, stages=[swiss])
    setting_up.open_entries(by, event)
    for number in range(1, 5):
        user = coach if number == 1 else None
        squad = "Axes" if number == 1 else ""
        entering.enter(
            by, event, name=f"Entry {number}", user=user, race="Orc", naf_number=number, squad=squad
        )
    setting_up.start(by, event, "a seed")
    round = rounds.publish(by, rounds.pair(by, event.stages.get()))
    pairings = round.pairings.select_related("home", "away", "round__stage__competition")
    pairing = pairings.get(Q(home__number=1) | Q(away__number=1))
    results.report(by, pairings.exclude(pk=pairing.pk).get(), 2, 1, as_organiser=True)
    return event, pairing


# --- who is answered what -------------------------------------------------------------------------------------


def answered(response: HttpResponse, expected: str) -> str:
    """The answer in the words of the table."""
    status = response.status_code
    if status == 302 and "/login/" in response["Location"]:
        return "login"
    if expected == "yes" and status < 500 and status not in (401, 403, 404, 405):
        return "yes"
    return str(status)


def expected_in_private(row: Row, person: str) -> str:
    """A private league does not exist for strangers; to write to the API one has to log in before anything else."""
    if person not in OUTSIDERS or "league" not in arguments_of(row.route):
        return row.cells[person]
    return "401" if is_api(row.route) and row.method != "GET" and person == "anonymous" else "404"


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("public", [True, False], ids=["public", "private"])
def test_everybody_may_do_what_the_matrix_says(world: World, person: str, public: bool) -> None:
    commissioner = world.people["commissioner"]
    assert commissioner is not None
    leagues.change_settings(commissioner, world.league, public=public)
    wrong = []
    for row in rows():
        expected = row.cells[person] if public else expected_in_private(row, person)
        found = answered(world.ask(row, person), expected)
        if found != expected:
            wrong.append(f"{row}: {found}, not {expected}")
    assert wrong == []


def test_no_other_method_does_anything(world: World) -> None:
    known = {(row.route, row.method) for row in rows()}
    wrong = []
    for row in rows():
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE") if is_api(row.route) else ("GET", "POST"):
            if (row.route, method) not in known and row.route != "admin:index":
                known.add((row.route, method))
                status = world.ask(Row(row.route, row.played, method, {}), "staff").status_code
                if status != 405:
                    wrong.append(f"{method} {row.route}: {status}")
    assert wrong == []


def test_who_has_left_the_league_coaches_no_more(world: World) -> None:
    """The team keeps the name of its coach, and the coach keeps no right by it."""
    coach = world.people["coach"]
    assert coach is not None
    members.remove(coach, world.league, coach.pk)
    wrong = []
    for row in rows():
        if {"league", "team", "number"} & arguments_of(row.route):
            expected = row.cells["elsewhere"]
            found = answered(world.ask(row, "coach"), expected)
            if found != expected:
                wrong.append(f"{row}: {found}, not {expected}")
    assert wrong == []
