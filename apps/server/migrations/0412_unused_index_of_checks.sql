-- This index found checks by their host. Now checks wait in outward_requests.
drop index link_checks_host_idx;
