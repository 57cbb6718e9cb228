import { linkMessages } from '@linkshelf/contract'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconChevronDown, IconLink } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import type { ProjectScope } from '../../../api.ts'
import { openerOf, restoreFocus } from '../../../ui/focus.ts'
import { checkedTarget } from '../checked-target.ts'
import classes from './add-link-bar.module.css'
import { useCreateLink } from './create-link.ts'

export interface ProjectScopeChoice extends ProjectScope {
  /** Tells it from every other choice. */
  name: string
}

interface AddLinkBarProps {
  /** The projects a link can be added to. */
  choices: readonly ProjectScopeChoice[]
  /** The project shown, which is the one offered first. */
  currentProjectId: string | undefined
  /** Said when there is no project to add the link to. */
  withoutPlace: string
}

const urlFieldId = 'add-link-url'

function urlField(): HTMLElement | null {
  return document.getElementById(urlFieldId)
}

/** Brings the person to the add-link bar, wherever they are. */
export function focusAddLinkBar(): void {
  urlField()?.focus()
}

export function AddLinkBar({ choices, currentProjectId, withoutPlace }: AddLinkBarProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<{ projectId: string; besideId: string | undefined }>()
  const [problem, setProblem] = useState<string>()
  const create = useCreateLink()
  // A choice is made beside the project shown, and is over when another one is.
  const placeId = chosen?.besideId === currentProjectId ? (chosen?.projectId ?? currentProjectId) : currentProjectId
  const scope = choices.find(({ projectId }) => projectId === placeId)

  /** The keyboard goes to what is to be put right. */
  function fail(why: string): void {
    setProblem(why)
    focusAddLinkBar()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const target = checkedTarget(text)
    if (target === undefined) {
      fail(linkMessages.invalidUrl)
      return
    }
    if (scope === undefined) {
      fail(withoutPlace)
      return
    }

    setProblem(undefined)
    const refused = await create.add(scope, target, placeId === currentProjectId ? undefined : scope.name)
    setProblem(refused)
    if (refused === undefined) {
      // The next one may be on its way already.
      setText((now) => (now === text ? '' : now))
      setChosen((now) => (now === chosen ? undefined : now))
    }
    restoreFocus(openerOf(urlField()))
  }

  return (
    <form className={classes.bar} onSubmit={submit} noValidate aria-label="Add a link">
      {choices.length > 1 && (
        <NativeSelect
          className={classes.project}
          aria-label="Project of the new link"
          rightSection={<IconChevronDown aria-hidden size={16} stroke={1.6} />}
          value={scope?.projectId ?? ''}
          onChange={(event) => setChosen({ projectId: event.currentTarget.value, besideId: currentProjectId })}
          data={choices.map(({ projectId, name }) => ({ value: projectId, label: name }))}
        />
      )}
      <TextInput
        id={urlFieldId}
        className={classes.url}
        classNames={{ error: classes.error }}
        aria-label="URL to shorten"
        placeholder="Paste a long URL"
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        leftSection={<IconLink aria-hidden size={18} stroke={1.6} />}
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
      <Button className={classes.add} type="submit" loading={create.isCreating}>
        Add Link
      </Button>
    </form>
  )
}
