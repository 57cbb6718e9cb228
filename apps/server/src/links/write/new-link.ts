import type { DomainId, LinkDraft, LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import type { LinkContent } from '../tables/link-columns.ts'
import type { PageOfLink } from '../tables/link-table.ts'
import type { LinkToInsert } from './insert-with-slugs.ts'

export interface NewLinkInput {
  id: LinkId
  /** If the draft has no slug, a slug is generated. */
  draft: Omit<LinkDraft, 'domain' | 'labels'>
  /** The labels in the project's spelling. */
  labels: string[]
  /** Null for the instance's own domain. */
  domainId: DomainId | null
  /** Undefined if the link leads to no page of a store or product. */
  page?: PageOfLink | undefined
  isArchived?: boolean | undefined
  isPending: boolean
  /** Defaults to the current time. */
  createdAt?: Date | undefined
}

/** Converts a draft to the row of a new link. Only links from archives are created without this function. */
export function toNewLink(
  { now }: Pick<ProjectContext, 'now'>,
  { id, draft, labels, domainId, page, isArchived = false, isPending, createdAt = now }: NewLinkInput,
): LinkToInsert {
  return {
    id,
    domain_id: domainId,
    slug: draft.slug,
    page_kind: page?.kind ?? null,
    page_id: page?.id ?? null,
    created_at: createdAt,
    address_id: null,
    ...toContent(draft, labels),
    is_archived: isArchived,
    is_pending: isPending,
    revision: 1,
  }
}

/** Returns the content columns of a new link. If the title is empty, a page check stores the page's title. */
function toContent(
  { target, title, notes = null, affiliated = true, shops = [], choice_page = false }: NewLinkInput['draft'],
  labels: string[],
): LinkContent {
  return {
    target,
    expanded_target: null,
    title: title || null,
    has_own_title: Boolean(title),
    notes,
    labels,
    brand_logo: null,
    is_affiliated: affiliated,
    shops,
    expanded_shops: {},
    has_choice_page: choice_page,
  }
}
