// Aliases are additional addresses of a link. Earlier addresses of a link are aliases too.
import { z } from 'zod'
import * as mini from 'zod/mini'
import { call, instant, projectParams } from '../call.ts'
import { hostName } from '../domains/host-name.ts'
import { errors } from '../errors.ts'
import { linkAliasId, linkId, uuid } from '../ids.ts'
import { aliasesPerLink } from './link-limits.ts'
import { domainErrors, link, slug } from './link-schemas.ts'

export const linkAlias = z.object({
  alias_id: uuid.check(mini.describe('The id of the alias')),
  url: z.url().describe('The short URL at this address'),
  domain: z.string().nullable().describe("The host of the address; null on the instance's own domain"),
  slug: z.string().describe('The path of the address'),
  created_at: instant.describe('When the address became an alias'),
})

export const linkAliasDraft = z.strictObject({
  domain: z.optional(z.nullable(hostName)).describe("The host of the address; null for the default domain. If omitted, the link's domain"),
  slug: slug.optional().describe('The path of the address, of the form of short names; by default generated'),
})

const aliasesPath = '/v1/{orgId}/projects/{projectId}/urls/{urlId}/aliases'
const oneLink = projectParams.extend({ urlId: linkId })
const oneAlias = oneLink.extend({ aliasId: linkAliasId.check(mini.describe('The id of the alias')) })

export const linkAliases = {
  list: call({ method: 'GET', path: aliasesPath, summary: 'The aliases of a link, which are its additional addresses, oldest first' })
    .input(z.object({ params: oneLink }))
    .output(z.array(linkAlias))
    .errors(errors('LINK_NOT_FOUND')),
  create: call({
    method: 'POST',
    path: aliasesPath,
    successStatus: 201,
    summary: `Add an alias to a link, which may have ${aliasesPerLink}`,
    addsToProject: true,
  })
    .input(z.object({ params: oneLink, body: linkAliasDraft }))
    .output(linkAlias)
    .errors(errors('LINK_NOT_FOUND', 'LINK_SLUG_TAKEN', 'LINK_SLUG_RESERVED', 'LINK_ALIAS_LIMIT_REACHED'))
    .errors(domainErrors),
  makeMain: call({
    method: 'POST',
    path: `${aliasesPath}/{aliasId}/main`,
    summary: 'Make an alias the main address of its link; the earlier one becomes an alias',
  })
    .input(z.object({ params: oneAlias }))
    .output(link)
    .errors(errors('LINK_NOT_FOUND', 'LINK_ALIAS_NOT_FOUND'))
    .errors(domainErrors),
  release: call({
    method: 'DELETE',
    path: `${aliasesPath}/{aliasId}`,
    successStatus: 204,
    summary: 'Release an alias: its address stops working immediately, and no link can ever use it again',
  })
    .input(z.object({ params: oneAlias }))
    .output(z.void())
    .errors(errors('LINK_NOT_FOUND', 'LINK_ALIAS_NOT_FOUND')),
}

export type LinkAlias = z.infer<typeof linkAlias>
export type LinkAliasDraft = z.output<typeof linkAliasDraft>
