import { type Link, type LinkDraft, linkLimitMessage, plans } from '@linkshelf/contract'
import { changingProject, fail, type Project } from '../access/index.ts'
import { registerLabels } from '../labels/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { enqueuePageCheck } from './check-page.ts'
import { assertAllowedDestination } from './destination-rules.ts'
import { takeLinkAllowance } from './link-allowance.ts'
import { insertLink, type LinkRow, type NewLink } from './link-table.ts'
import { showLink } from './show-link.ts'
import { isReserved, suggestSlug } from './slug-rules.ts'

/** Refuses when the plan's links are used up, the slug is reserved or held, the destination is ours, or the project holds too many labels. */
export async function createLink(
  { db, clock, ids, origins }: Pick<Deps, 'db' | 'clock' | 'ids' | 'origins'>,
  project: Project,
  draft: LinkDraft,
): Promise<Link> {
  assertAllowedDestination(draft.target, origins)
  if (draft.slug !== undefined && isReserved(draft.slug)) fail('LINK_SLUG_RESERVED', { slug: draft.slug })

  return changingProject(db, project, async (tx) => {
    const labels = await registerLabels(tx, { clock, ids }, project, draft.labels)
    const limit = plans[project.package].linksPerProject
    if (!(await takeLinkAllowance(tx, project.organizationId, project.id, limit)))
      fail('LINK_LIMIT_REACHED', { limit }, linkLimitMessage(limit))

    const link = { id: ids.next(), target: draft.target, title: draft.title || null, labels, createdAt: clock.now() }
    const made = (await insertUnderSlug(tx, project, link, draft.slug)) ?? fail('LINK_SLUG_TAKEN', { slug: draft.slug })
    await enqueuePageCheck(tx, project, made.id)
    return showLink(made, origins)
  })
}

/** The unique index decides who holds a slug; looking first would only race. One of our own codes that is held is drawn again. */
async function insertUnderSlug(
  tx: Tx,
  project: Project,
  link: Omit<NewLink, 'slug'>,
  chosen: string | undefined,
): Promise<LinkRow | undefined> {
  if (chosen !== undefined) return insertLink(tx, project.organizationId, project.id, { ...link, slug: chosen })
  for (let draw = 0; draw < 5; draw += 1) {
    const made = await insertLink(tx, project.organizationId, project.id, { ...link, slug: suggestSlug() })
    if (made !== undefined) return made
  }
  throw new Error('Five codes in a row were held')
}
