import { linkMessages, type Organization, organizationMessages, parseTypedDestination } from '@linkshelf/contract'
import { Button, InputBase } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useRejectsAddition } from '../../../session/permissions.tsx'
import { isFocusLost, isOutsideFields } from '../../../ui/browser/focus.ts'
import { formatProjectLabel, listChoices } from '../../organizations/choose-selection.ts'
import { useSelection } from '../../organizations/selection.tsx'
import { parseUrls, UrlField } from '../typed-url.tsx'
import classes from './add-link-bar.module.css'
import { useCreateLink } from './create-link.tsx'
import { openNewLinkPanel } from './new-link-panel-state.ts'

interface AddLinkBarProps {
  /** Whether the bar is the main part of its screen. Such a screen shows a new link of the current project itself. */
  isLarge?: boolean
  onFocus: () => void
}

const urlFieldId = 'add-link-url'

export function focusAddLinkBar(): void {
  document.getElementById(urlFieldId)?.focus()
}

/**
 * Adds a link to the current project by default, or to another project that the user chooses. If the current project is
 * archived, the user must choose another project first.
 */
export function AddLinkBar({ isLarge = false, onFocus }: AddLinkBarProps) {
  const { status, organizations, current } = useSelection()
  const usable = organizations.filter((organization) => !organization.second_factor_missing)
  const projects = listChoices(usable, current).map((choice) => ({
    orgId: choice.organization.id,
    projectId: choice.project.id,
    // This label is unique among the choices. The name of a project may not be unique.
    name: formatProjectLabel(organizations, choice),
  }))
  const currentProjectId = current?.project.id
  const noProjectMessage = status === 'success' ? explainMissingProject(organizations) : organizationMessages.noneKnown
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<{ projectId: string; currentId: string | undefined }>()
  const [problem, setProblem] = useState<string>()
  const create = useCreateLink()
  const isCurrentArchived = useRejectsAddition('links.create')
  // When another project becomes the current project, the user's earlier choice no longer applies.
  const selectedId = chosen?.currentId === currentProjectId ? (chosen?.projectId ?? currentProjectId) : currentProjectId
  const isArchived = isCurrentArchived && selectedId === currentProjectId
  const scope = projects.find(({ projectId }) => projectId === selectedId)

  const button = useRef<HTMLButtonElement>(null)
  const size = isLarge ? 'lg' : 'sm'

  usePastedText((pasted) => {
    const urls = parseUrls(pasted)
    const [only] = urls
    if (only === undefined || isArchived) return false
    if (urls.length > 1) {
      openSeveral(urls)
      return true
    }
    setText(only)
    setProblem(undefined)
    // The button has the focus, so that Enter creates the link.
    button.current?.focus()
    return true
  })

  /** Opens several URLs in the panel. They become links when the user confirms them there. */
  function openSeveral(targets: readonly string[]): void {
    if (scope === undefined) showProblem(noProjectMessage)
    else openNewLinkPanel({ kind: 'several', scope: { orgId: scope.orgId, projectId: scope.projectId }, targets })
  }

  function showProblem(why: string): void {
    setProblem(why)
    focusAddLinkBar()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const target = parseTypedDestination(text)
    if (target === undefined) {
      showProblem(linkMessages.invalidUrl)
      return
    }
    if (scope === undefined) {
      showProblem(noProjectMessage)
      return
    }

    setProblem(undefined)
    const isCurrent = selectedId === currentProjectId
    const { problem: failure } = await create.add(scope, target, {
      otherProject: isCurrent ? undefined : scope.name,
      isShownByScreen: isLarge && isCurrent,
    })
    setProblem(failure)
    if (failure === undefined) {
      // The field is cleared only if its text is unchanged, because the user may already be typing the next URL.
      setText((now) => (now === text ? '' : now))
      setChosen((now) => (now === chosen ? undefined : now))
    }
    if (failure !== undefined && isFocusLost()) focusAddLinkBar()
  }

  return (
    <form className={classes.bar} data-large={isLarge || undefined} onSubmit={submit} onFocus={onFocus} noValidate aria-label="Add a link">
      {projects.length > 1 && (
        // A plain select is used. The library's `NativeSelect` would load code of its combobox to parse the options,
        // which is 1 KB gzipped.
        <InputBase
          component="select"
          pointer
          className={classes.project}
          size={size}
          aria-label="Project of the new link"
          rightSection={<IconChevronDown aria-hidden size={16} stroke={1.6} />}
          value={scope?.projectId ?? ''}
          onChange={(event) => setChosen({ projectId: event.currentTarget.value, currentId: currentProjectId })}
          rightSectionPointerEvents="none"
        >
          {projects.map(({ projectId, name }) => (
            <option key={projectId} value={projectId}>
              {name}
            </option>
          ))}
        </InputBase>
      )}
      <fieldset className={classes.fields} disabled={isArchived}>
        <UrlField
          id={urlFieldId}
          className={classes.url}
          size={size}
          classNames={{ error: classes.error }}
          aria-label="URL to shorten"
          placeholder="Paste a long URL"
          text={text}
          error={problem}
          onType={(typed) => {
            setText(typed)
            setProblem(undefined)
          }}
          onSeveral={openSeveral}
        />
        <Button ref={button} className={classes.add} size={size} type="submit" loading={create.isCreating}>
          Add Link
        </Button>
      </fieldset>
    </form>
  )
}

function explainMissingProject(organizations: readonly Organization[]): string {
  return organizations.length === 0 ? organizationMessages.noneCurrent : linkMessages.projectRequired
}

/** Calls `onPaste` with text that is pasted outside fields and dialogs. `onPaste` returns whether it used the text. */
function usePastedText(onPaste: (text: string) => boolean): void {
  const handle = useCallbackRef(onPaste)
  useEffect(() => {
    function handlePaste(event: globalThis.ClipboardEvent): void {
      if (isOutsideFields(event.target) && handle(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault()
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [handle])
}
