import {
  aliasesPerLink,
  type DomainId,
  formatShortUrl,
  type Link,
  type LinkAlias,
  type LinkAliasDraft,
  type LinkAliasId,
  type LinkId,
  toHostOrigin,
} from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, projectCall, rateLimitCreation, read } from '../../access/index.ts'
import { lockLinkDomain, lockServingDomains } from '../../domains/index.ts'
import type { CoreDeps, Deps, OriginDeps, Origins } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { toAuditedLink, toLink } from '../get-link.ts'
import { type AliasRow, deleteAlias, insertAlias, selectAliases } from '../tables/link-alias-table.ts'
import type { LinkRow } from '../tables/link-columns.ts'
import { lockLinkForUpdate, selectLink } from '../tables/link-table.ts'
import { moveLink, toMainAddressId } from '../write/move-link.ts'
import { isReserved } from '../write/reserved-slugs.ts'
import { failTaken, generateSlug } from '../write/slugs.ts'

const calls = projectCall.linkAliases

export function linkAliasRoutes(deps: Deps) {
  return {
    list: calls.list.handler(({ context, input }) => listAliases(deps, context.ctx, input.params.urlId)),
    create: calls.create.handler(({ context, input }) => createAlias(deps, context.ctx, { linkId: input.params.urlId, draft: input.body })),
    makeMain: calls.makeMain.handler(({ context, input }) => makeAliasMain(deps, context.ctx, toAliasOfLink(input.params))),
    release: calls.release.handler(({ context, input }) => releaseAlias(context.ctx, toAliasOfLink(input.params))),
  }
}

interface AliasOfLink {
  linkId: LinkId
  aliasId: LinkAliasId
}

function toAliasOfLink({ urlId, aliasId }: { urlId: LinkId; aliasId: LinkAliasId }): AliasOfLink {
  return { linkId: urlId, aliasId }
}

/** Throws LINK_NOT_FOUND. */
export async function listAliases({ origins }: OriginDeps, ctx: ProjectContext, linkId: LinkId): Promise<LinkAlias[]> {
  const rows = await read(ctx, async (tx) => {
    if ((await selectLink(tx, ctx.project.id, linkId)) === undefined) fail('LINK_NOT_FOUND')
    return selectAliases(tx, linkId)
  })
  return rows.map((row) => toAlias(row, origins))
}

/** Throws LINK_NOT_FOUND or LINK_ALIAS_NOT_FOUND. */
export async function getAlias(deps: OriginDeps, ctx: ProjectContext, { linkId, aliasId }: AliasOfLink): Promise<LinkAlias> {
  return (await listAliases(deps, ctx, linkId)).find(({ alias_id }) => alias_id === aliasId) ?? fail('LINK_ALIAS_NOT_FOUND')
}

/** Returns the id of the link's main address. Throws LINK_NOT_FOUND. */
export async function getMainAddressId(ctx: ProjectContext, linkId: LinkId): Promise<LinkAliasId> {
  const link = await read(ctx, (tx) => selectLink(tx, ctx.project.id, linkId))
  return toMainAddressId(link ?? fail('LINK_NOT_FOUND'))
}

/**
 * Adds an alias. By default, the alias is on the domain of its link. A chosen slug counts towards the same rate limit
 * as the chosen slugs of new links. Throws LINK_NOT_FOUND, LINK_ALIAS_LIMIT_REACHED, LINK_SLUG_RESERVED,
 * LINK_SLUG_TAKEN, DOMAIN_NOT_FOUND, DOMAIN_NOT_SERVING or DOMAIN_ARCHIVED.
 */
export function createAlias(
  deps: OriginDeps,
  ctx: ProjectContext,
  { linkId, draft }: { linkId: LinkId; draft: LinkAliasDraft },
): Promise<LinkAlias> {
  const { slug } = draft
  return mutate(ctx, { action: 'link.add_alias', entity: 'link', entityId: linkId }, async (tx, change) => {
    await lockServingDomains(tx, ctx)
    const link = (await lockLinkForUpdate(tx, ctx.project.id, linkId)) ?? fail('LINK_NOT_FOUND')
    const domainId = await lockLinkDomain(tx, ctx, draft.domain === undefined ? link.host : draft.domain)
    if (slug !== undefined && isReserved(slug, domainId)) fail('LINK_SLUG_RESERVED', { slug })
    const aliases = await selectAliases(tx, linkId)
    if (aliases.length >= aliasesPerLink) fail('LINK_ALIAS_LIMIT_REACHED')
    if (slug !== undefined) await rateLimitCreation(tx, ctx, 'chosenSlugs')
    const alias = (await insertWithSlug(tx, deps, ctx, { linkId, domainId, chosen: slug })) ?? (await failTaken(tx, { domainId, slug }))
    change.after = toAuditedAlias(link, alias)
    return toAlias(alias, deps.origins)
  })
}

/**
 * Inserts the alias with the chosen slug, and returns undefined if that slug is taken. If no slug is chosen, generates
 * slugs until one is free.
 */
async function insertWithSlug(
  tx: Tx,
  { ids }: CoreDeps,
  ctx: ProjectContext,
  { linkId, domainId, chosen }: { linkId: LinkId; domainId: DomainId | null; chosen: string | undefined },
): Promise<AliasRow | undefined> {
  const alias = { id: ids.next<LinkAliasId>(), linkId, domainId }
  if (chosen !== undefined) return insertAlias(tx, ctx, { ...alias, slug: chosen })
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const row = await insertAlias(tx, ctx, { ...alias, slug: generateSlug() })
    if (row !== undefined) return row
  }
  throw new Error('Five generated slugs in a row were taken')
}

/**
 * Swaps the addresses of a link and its alias. Unlike the correction of a slug, this is possible at any age of the
 * link. Throws LINK_NOT_FOUND, LINK_ALIAS_NOT_FOUND, DOMAIN_NOT_FOUND, DOMAIN_NOT_SERVING or DOMAIN_ARCHIVED.
 */
export function makeAliasMain(deps: OriginDeps, ctx: ProjectContext, { linkId, aliasId }: AliasOfLink): Promise<Link> {
  return mutate(ctx, { action: 'link.update', entity: 'link', entityId: linkId }, async (tx, change) => {
    await lockServingDomains(tx, ctx)
    const { link, alias } = await lockAlias(tx, ctx, { linkId, aliasId })
    if (alias.domain_id !== link.domain_id) await lockLinkDomain(tx, ctx, alias.host)
    await moveLink(tx, deps, ctx, { link, to: { domainId: alias.domain_id, slug: alias.slug }, isCorrection: false })
    const after = (await selectLink(tx, ctx.project.id, linkId)) ?? fail('LINK_NOT_FOUND')
    change.before = toAuditedLink(link)
    change.after = toAuditedLink(after)
    return toLink(after, deps.origins)
  })
}

/**
 * Deletes the alias. Visitors get 410 immediately, and no link can ever use the address again. Throws LINK_NOT_FOUND or
 * LINK_ALIAS_NOT_FOUND.
 */
export function releaseAlias(ctx: ProjectContext, { linkId, aliasId }: AliasOfLink): Promise<void> {
  return mutate(ctx, { action: 'link.release_alias', entity: 'link', entityId: linkId }, async (tx, change) => {
    const { link, alias } = await lockAlias(tx, ctx, { linkId, aliasId })
    await deleteAlias(tx, alias.id)
    change.before = toAuditedAlias(link, alias)
  })
}

/**
 * Locks the link, and returns the link and its alias. Other transactions need this lock to change the link's aliases.
 * Throws LINK_NOT_FOUND or LINK_ALIAS_NOT_FOUND.
 */
async function lockAlias(tx: Tx, ctx: ProjectContext, { linkId, aliasId }: AliasOfLink): Promise<{ link: LinkRow; alias: AliasRow }> {
  const link = (await lockLinkForUpdate(tx, ctx.project.id, linkId)) ?? fail('LINK_NOT_FOUND')
  const alias = (await selectAliases(tx, linkId)).find(({ id }) => id === aliasId) ?? fail('LINK_ALIAS_NOT_FOUND')
  return { link, alias }
}

function toAlias({ id, host, slug, created_at }: AliasRow, origins: Origins): LinkAlias {
  return {
    alias_id: id,
    url: formatShortUrl(toHostOrigin(origins.public, host), slug),
    domain: host,
    slug,
    created_at: created_at.toISOString(),
  }
}

/** Returns an alias as the audit log stores it, with the slug and title of its link. */
function toAuditedAlias({ slug, title }: LinkRow, alias: AliasRow): object {
  return { slug, title, alias: alias.host === null ? alias.slug : `${alias.host}/${alias.slug}` }
}
