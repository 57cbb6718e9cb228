import { type Link, type LinkDraft, linkMessages, noDomain, readableShortUrl } from '@linkshelf/contract'
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
  /** `otherProject` is the name of a project that is not the current one. */
  add: (scope: ProjectScope, target: string, options?: AddOptions) => Promise<CreateLinkResult>
}

interface AddOptions {
  otherProject?: string | undefined
  /** Creates another link to a destination that has one. */
  allowsDuplicate?: boolean
  /** The domain that was chosen; undefined for the primary one of the project. */
  domain?: string | null | undefined
  /** The screen shows a new link itself, so the panel does not open for it. */
  isShownByScreen?: boolean
  /** The link becomes a part of a form: the link is neither copied nor shown elsewhere. */
  isForForm?: boolean
}

interface CreateLinkInput extends Pick<AddOptions, 'domain'> {
  scope: ProjectScope
  target: string
  allowsDuplicate: boolean
}

/** The link, or the message for the field, empty when a toast shows it. */
type CreateLinkResult = { link: Link; problem?: undefined } | { link?: undefined; problem: string }

/**
 * Creates a link. If the project has one to this destination, that one is offered instead. Unless it is for a form,
 * either is copied, and opens the panel.
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
        // The next step is one of the current project. A screen that shows the link shows it too.
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

/** The title and the domain of a new link; without a domain, it is on the primary one of the project. */
type NewLinkFields = Partial<Pick<LinkDraft, 'title' | 'domain'>>

/**
 * Returns the link of the project that leads to this destination, or a new one. Where a domain was chosen, only a link
 * of that domain is returned.
 */
export async function findOrCreateLink(scope: ProjectScope, target: string, known: NewLinkFields = {}): Promise<FindOrCreateResult> {
  const existing = await findLinkByTarget(scope, target, known.domain)
  return existing === undefined ? createLink(scope, target, known) : { link: existing, isNew: false }
}

async function createLink(scope: ProjectScope, target: string, known: NewLinkFields): Promise<FindOrCreateResult> {
  return { link: await api.links.create.call({ params: scope, body: { target, ...known } }), isNew: true }
}

/**
 * Returns an archived link only where there is no other. Undefined also when the search fails: two links to one
 * destination are better than none.
 */
async function findLinkByTarget(scope: ProjectScope, target: string, domain: string | null | undefined): Promise<Link | undefined> {
  try {
    const { body } = await api.links.list.call({
      params: scope,
      query: { target, include_archived: 'true', domain: domain === null ? noDomain : domain },
    })
    return body.find(({ archived }) => !archived) ?? body[0]
  } catch {
    return undefined
  }
}

interface CreatedLinkProps {
  link: Link
  isCopied: boolean
  /** The name of its project when it is not the current one. */
  otherProject: string | undefined
}

/** The new short link in the toast. */
function CreatedLink({ link, isCopied, otherProject }: CreatedLinkProps) {
  return (
    <>
      <span>
        {readableShortUrl(link.url)}
        {otherProject !== undefined && ` in ${otherProject}`}
      </span>
      {isCopied && ' · Copied'}
    </>
  )
}
