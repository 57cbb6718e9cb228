import { defaultDomainFilter, formatReadableShortUrl, type Link, type LinkDraft, linkMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { api, type ProjectScope } from '../../../api/api.ts'
import { isApiError, isInputError } from '../../../api/api-error.ts'
import { copyText } from '../../../ui/browser/copy-text.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { invalidateLinkCounts } from '../link-cache.ts'
import { openNewLinkPanel } from './new-link-panel-state.ts'

interface LinkCreation {
  isCreating: boolean
  /** Creates a link in a project. If the project is not the current project, `otherProject` is its name. */
  add: (scope: ProjectScope, target: string, options?: AddOptions) => Promise<CreateLinkResult>
}

interface AddOptions {
  otherProject?: string | undefined
  /** Creates a link even if the project already has a link to this destination. */
  allowsDuplicate?: boolean
  /**
   * The host of the chosen domain, null for the instance's own. If undefined, the link is on the project's primary
   * domain.
   */
  domain?: string | null | undefined
  /** Whether the screen shows a new link itself, so that the panel does not open for the link. */
  isShownByScreen?: boolean
  /** Whether the link is for a form. If so, the link is not copied, and neither a toast nor the panel shows it. */
  isForForm?: boolean
}

interface CreateLinkInput extends Pick<AddOptions, 'domain'> {
  scope: ProjectScope
  target: string
  allowsDuplicate: boolean
}

/** The link, or the message for the field. The message is empty if a toast already shows it. */
type CreateLinkResult = { link: Link; problem?: undefined } | { link?: undefined; problem: string }

/**
 * Creates a link. If the project already has a link to this destination, returns that link. Copies the short URL and
 * opens the panel, unless the link is for a form.
 */
export function useCreateLink(): LinkCreation {
  const queryClient = useQueryClient()
  const { isPending, mutateAsync } = useMutation({
    mutationFn: ({ scope, target, allowsDuplicate, domain }: CreateLinkInput) =>
      allowsDuplicate ? createLink(scope, target, { domain }) : findOrCreateLink(scope, target, { domain }),
  })

  async function add(
    { orgId, projectId }: ProjectScope,
    target: string,
    { otherProject, domain, allowsDuplicate = false, isShownByScreen = false, isForForm = false }: AddOptions = {},
  ): Promise<CreateLinkResult> {
    const scope = { orgId, projectId }
    try {
      const { link, isNew } = await mutateAsync({ scope, target, domain, allowsDuplicate })
      if (isNew) invalidateLinkCounts(queryClient)
      if (isForForm) return { link }
      const isCopied = await copyText(link.url)
      if (isNew) {
        // The toast suggests the next step only for a link of the current project. If the screen shows the link, the
        // screen suggests it.
        const completed = otherProject === undefined && !isShownByScreen ? 'link' : undefined
        void showToast({ title: linkMessages.created, message: createElement(CreatedLink, { link, isCopied, otherProject }), completed })
      }
      if (!(isShownByScreen && isNew)) openNewLinkPanel({ kind: 'created', scope, link, isNew, isCopied, otherProject })
      return { link }
    } catch (error) {
      if (isApiError(error, 'LINK_LIMIT_REACHED')) void showToast({ title: 'Error', message: error.message, tone: 'bad' })
      else if (isInputError(error)) return { problem: error.message }
      else void showErrorToast(error, { instead: linkMessages.createFailed })
      return { problem: '' }
    }
  }

  return { isCreating: isPending, add }
}

interface FindOrCreateResult {
  link: Link
  isNew: boolean
}

/** If the domain is omitted, the link is on the project's primary domain. */
type NewLinkFields = Partial<Pick<LinkDraft, 'title' | 'domain'>>

/**
 * Returns the project's link to this destination, or creates a link. If a domain is given, only a link on that domain
 * is returned.
 */
export async function findOrCreateLink(scope: ProjectScope, target: string, known: NewLinkFields = {}): Promise<FindOrCreateResult> {
  const existing = await findLinkByTarget(scope, target, known.domain)
  return existing === undefined ? createLink(scope, target, known) : { link: existing, isNew: false }
}

async function createLink(scope: ProjectScope, target: string, known: NewLinkFields): Promise<FindOrCreateResult> {
  return { link: await api.links.create.call({ params: scope, body: { target, ...known } }), isNew: true }
}

/**
 * Returns the project's link to this destination, or undefined if there is no such link. Returns an archived link only
 * if there is no active link. If the search fails, returns undefined, because two links to one destination are better
 * than no link.
 */
async function findLinkByTarget(scope: ProjectScope, target: string, domain: string | null | undefined): Promise<Link | undefined> {
  try {
    const { body } = await api.links.list.call({
      params: scope,
      query: { target, include_archived: 'true', domain: domain === null ? defaultDomainFilter : domain },
    })
    return body.find(({ archived }) => !archived) ?? body[0]
  } catch {
    return undefined
  }
}

interface CreatedLinkProps {
  link: Link
  isCopied: boolean
  /** The name of the link's project if that is not the current project. */
  otherProject: string | undefined
}

/** The text of the toast about a new link. */
function CreatedLink({ link, isCopied, otherProject }: CreatedLinkProps) {
  return (
    <>
      <span>
        {formatReadableShortUrl(link.url)}
        {otherProject !== undefined && ` in ${otherProject}`}
      </span>
      {isCopied && ' · Copied'}
    </>
  )
}
