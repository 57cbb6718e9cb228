import { Text, Title } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { DialogForm } from '../overlays/dialog-form.tsx'
import { openDialog } from '../overlays/dialogs.tsx'
import classes from './conflict-form.module.css'
import type { AskForValues, ConflictingField } from './use-revised-form.ts'

export const conflictTitle = 'This was changed while you edited it'

/** Describes how a field is shown if two users have changed it. */
export interface FieldText<Value = unknown> {
  label: string
  /**
   * Returns the value as text, or as several lines. If omitted, texts and numbers are shown unchanged, and lists and
   * records as lines.
   */
  toText?(value: NonNullable<Value>): string | readonly string[]
  isPicture?: boolean
  /** Shown for an empty value; "Empty" by default. */
  emptyText?: string
}

/** How each field of a draft is shown if two users have changed it at the same time. */
export type FieldTexts<Draft> = { readonly [Name in keyof Draft]-?: FieldText<Draft[Name]> }

type Choices = Readonly<Record<string, 'theirs' | 'yours'>>

interface ConflictFormProps {
  /** The heading. Omitted if the title of the dialog around the form already says what the form asks. */
  title?: string
  fields: readonly ConflictingField[]
  texts: Readonly<Record<string, FieldText>>
  /** Called with the names of the fields that get the other user's value, or with undefined if the user cancels. */
  onAnswer: (theirs: readonly string[] | undefined) => void
}

/**
 * Lets the user choose, for each conflicting field, their own value or the other user's value. Save is enabled once all
 * fields have a choice.
 */
export function ConflictForm({ title, fields, texts, onAnswer }: ConflictFormProps) {
  const [choices, setChoices] = useState<Choices>({})
  const listChosen = (side: 'theirs' | 'yours') => fields.map(({ name }) => name).filter((name) => choices[name] === side)
  const theirs = listChosen('theirs')
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  return (
    <DialogForm
      action="Save"
      isDisabled={theirs.length + listChosen('yours').length < fields.length}
      onSubmit={() => onAnswer(theirs)}
      onClose={() => onAnswer(undefined)}
    >
      {title !== undefined && <Title order={3}>{title}</Title>}
      <Text c="dimmed">
        {fields.length === 1 ? 'You both changed this field. Choose what to keep.' : 'You both changed these fields. Choose what to keep.'}
      </Text>
      <div ref={form} className={classes.fields}>
        {fields.map((field) => (
          <FieldChoice
            key={field.name}
            field={field}
            text={texts[field.name] ?? { label: field.name }}
            chosen={choices[field.name]}
            onChoose={(side) => setChoices((before) => ({ ...before, [field.name]: side }))}
          />
        ))}
      </div>
    </DialogForm>
  )
}

const sides = [
  { side: 'theirs', name: 'Theirs' },
  { side: 'yours', name: 'Yours' },
] as const

interface FieldChoiceProps {
  field: ConflictingField
  text: FieldText
  chosen: 'theirs' | 'yours' | undefined
  onChoose: (side: 'theirs' | 'yours') => void
}

function FieldChoice({ field, text, chosen, onChoose }: FieldChoiceProps) {
  const group = useId()
  return (
    <fieldset className={classes.field}>
      <legend>{text.label}</legend>
      <div className={classes.sides}>
        {sides.map(({ side, name }) => (
          <label key={side} className={classes.side}>
            <span className={classes.head}>
              <input type="radio" name={group} checked={chosen === side} onChange={() => onChoose(side)} />
              {name}
            </span>
            <FieldValue value={field[side]} text={text} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function FieldValue({ value, text: { toText = toLines, isPicture = false, emptyText = 'Empty' } }: { value: unknown; text: FieldText }) {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  const shown = value === null || value === undefined ? [] : [toText(value)].flat()
  const lines = shown.filter((line) => line !== '')
  if (lines.length === 0) return <span className={classes.empty}>{emptyText}</span>
  if (isPicture) return <img className={classes.picture} src={lines[0]} alt={lines[0]} />
  const [color = ''] = lines
  return (
    <span className={classes.value} dir="auto">
      {/^#[0-9a-f]{6}$/i.test(color) && <span className={classes.color} style={{ background: color }} aria-hidden />}
      {lines.join('\n')}
    </span>
  )
}

/** Returns a text or the entries of a list unchanged, and a record as `name: value` lines. */
function toLines(value: object | string | number): string | readonly string[] {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'object' ? Object.entries(value).map(([name, one]) => `${name}: ${one}`) : String(value)
}

/**
 * Returns a function that asks the user, in a dialog above the screen, which of two conflicting values each field gets.
 * A form that is itself in a dialog must render ConflictForm in place of its fields, because a new dialog would replace
 * its dialog.
 */
export function askInDialog(texts: Readonly<Record<string, FieldText>>): AskForValues {
  return async (fields) => {
    const answer = Promise.withResolvers<readonly string[] | undefined>()
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
    const dialog = {
      title: conflictTitle,
      onClose: () => answer.resolve(undefined),
      body: (close: () => void) => (
        <ConflictForm
          fields={fields}
          texts={texts}
          onAnswer={(theirs) => {
            answer.resolve(theirs)
            close()
          }}
        />
      ),
    }
    if (!(await openDialog(async () => dialog, opener))) return undefined
    return answer.promise
  }
}
