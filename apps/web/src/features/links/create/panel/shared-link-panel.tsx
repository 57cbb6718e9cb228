import { linkMessages, parseTypedDestination } from '@linkshelf/contract'
import { Button, CloseButton } from '@mantine/core'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { ProjectScope } from '../../../../api/api.ts'
import { focusHeading } from '../../../../ui/browser/focus.ts'
import { formatProjectLabel, hasSeveralChoices } from '../../../organizations/choose-selection.ts'
import { useSelection } from '../../../organizations/selection.tsx'
import { findSharedUrl, UrlField } from '../../typed-url.tsx'
import { useCreateLink } from '../create-link.tsx'
import { NewLinkDomain } from '../new-link-domain.tsx'
import { openNewLinkPanel, removeSharedPage } from '../new-link-panel-state.ts'
import classes from './new-link-panel.module.css'

/**
 * Shows the panel for a page that another app shared. `search` is the query string with which it was shared. The link
 * is added to the current project.
 */
export function SharedLinkPanel({ search }: { search: string }) {
  const { organizations, current } = useSelection()
  if (current === undefined) return null
  const { organization, project } = current
  return (
    <SharedPage
      key={search}
      scope={{ orgId: organization.id, projectId: project.id }}
      projectName={hasSeveralChoices(organizations, current) ? formatProjectLabel(organizations, current) : undefined}
      shared={new URLSearchParams(search)}
      onEnd={removeSharedPage}
    />
  )
}

interface SharedPageProps {
  scope: ProjectScope
  /** The name of the project, if the user has several active projects. */
  projectName: string | undefined
  /**
   * The parameters `url`, `text` and `title` of the page that another app shared. Empty if the user opened the panel to
   * type a URL.
   */
  shared: URLSearchParams
  /**
   * Called when the link was created, when several pasted URLs replaced the shared page, or when the user closed the
   * panel.
   */
  onEnd: () => void
}

/**
 * Shows the page that another app shared, with a button that shortens it. Any site can open this panel, so no link is
 * created until the user presses the button.
 */
function SharedPage({ scope, projectName, shared, onEnd }: SharedPageProps) {
  const create = useCreateLink()
  const panel = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [found] = useState(() => findSharedUrl(shared))
  const title = shared.get('title') ?? ''
  const sharedText = shared.get('text') || title || (shared.get('url') ?? '')
  const [text, setText] = useState(found ?? sharedText)
  const [domain, setDomain] = useState<string | null>()
  const [problem, setProblem] = useState(found === undefined && sharedText !== '' ? 'There is no URL in what was shared' : undefined)

  // The button does not get the focus. If it did, a key that is held down while another site opens this panel would
  // press the button.
  useEffect(() => {
    const target = found === undefined ? field.current : panel.current
    target?.focus()
  }, [found])

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const target = parseTypedDestination(text)
    const failure = target === undefined ? linkMessages.invalidUrl : (await create.add(scope, target, { domain })).problem
    setProblem(failure)
    if (failure === undefined) onEnd()
    else field.current?.focus()
  }

  function close(): void {
    onEnd()
    focusHeading()
  }

  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={classes.panel}
      aria-label="Page to shorten"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <header className={classes.head}>
        <div className={classes.what}>
          <p className={classes.state}>
            {sharedText === '' ? 'New link' : 'Shared with Linkshelf'}
            {projectName !== undefined && ` · ${projectName}`}
          </p>
          <p className={classes.url}>{title === '' || found === undefined ? 'Make a short link' : title}</p>
        </div>
        <CloseButton className={classes.close} aria-label="Close" onClick={close} />
      </header>
      <form className={classes.shared} onSubmit={submit} noValidate>
        <UrlField
          ref={field}
          size="md"
          aria-label="URL of the page"
          placeholder="https://"
          text={text}
          error={problem}
          onType={(typed) => {
            setText(typed)
            setProblem(undefined)
          }}
          onSeveral={(targets) => {
            openNewLinkPanel({ kind: 'several', scope, targets })
            onEnd()
          }}
        />
        <NewLinkDomain scope={scope} size="md" value={domain} onChange={setDomain} />
        <Button size="md" type="submit" loading={create.isCreating}>
          Shorten and copy
        </Button>
      </form>
    </section>
  )
}
