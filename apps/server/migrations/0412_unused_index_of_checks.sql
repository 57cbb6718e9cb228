-- Drops the index that found checks by their host. Checks now wait in outward_requests.
drop index link_checks_host_idx;
