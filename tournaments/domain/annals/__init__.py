"""The annals of a league: everything that its past can be asked about, worked out from its ledger and its results.

``chronicle`` reads the past once for each number of the league's last act; all else here is worked out from that, so
that a match that is amended is amended in every record, meeting and career.
"""
