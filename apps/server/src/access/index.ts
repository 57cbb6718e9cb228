// Who is asking, and what they may reach.

export { fail, failRateLimited } from './app-error.ts'
export { type CallContext, inOrganizationCall, inProjectCall, ownerCall, projectOwnerCall, publicCall, signedInCall } from './calls.ts'
export { changingOrganization, changingProject, holdProject } from './changing.ts'
export { inProject, type Organization, type Person, type Project } from './reach.ts'
export { makeTokenVerifier } from './verify-access-token.ts'
