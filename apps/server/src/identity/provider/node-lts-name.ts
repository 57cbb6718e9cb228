// This module must be imported before oidc-provider, which warns on standard error if the running Node has no LTS name.
// Node 26 is an LTS line, but builds from before the line was named have no LTS name.
process.release.lts ??= `Node ${process.versions.node}`
