-- Checks were found by their host; now they wait among outward_requests.
drop index link_checks_host_idx;
