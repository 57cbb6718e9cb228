// Imported before oidc-provider, which warns on standard error when the running Node has no LTS name. Node 26 is an LTS
// line, but its builds from before the line was named don't say so.
process.release.lts ??= `Node ${process.versions.node}`
