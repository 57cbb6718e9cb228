// A form of a thing that others may change while it is open. It sends the fields that were changed, with the revision
// that they were changed from. When that is an older one, fields that only one side changed are merged, and the user
// chooses between both values of the others.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CanceledError } from '../error-details.ts'
import { type FormSchema, useContractForm } from './use-contract-form.ts'

/** A thing of the API; its fields have the names that they have in a change. */
export interface Revised {
  revision: string
}

/** A field that was changed here and, to another value, by someone else. */
export interface ConflictingField {
  name: string
  theirs: unknown
  yours: unknown
}

/** Resolves to the names of the fields that get their value; undefined when the user cancels. */
export type AskForValues = (fields: readonly ConflictingField[]) => Promise<readonly string[] | undefined>

type Outcome = 'created' | 'changed' | 'unchanged'

interface RevisedFormOptions<Thing extends Revised, Values, Draft> {
  /** The thing as it was loaded last; undefined for a new one. */
  loaded: Thing | undefined
  toValues: (thing: Thing | undefined) => Values
  /** Fields of the draft that are no part of a change. */
  savedApart?: readonly (keyof Draft)[]
  errorFields?: Partial<Record<string, keyof Values & string>>
  /** Creates a new one; a form without it is of one that exists. */
  create?: (draft: Draft) => Promise<Thing>
  patch: (thing: Thing, patch: Partial<Draft> & Revised) => Promise<Thing>
  ask: AskForValues
  /** Called after it was created, changed, or submitted without a change. */
  onSuccess?: (saved: Thing, outcome: Outcome) => void
  /** Errors that belong to no field. */
  onError: (error: unknown) => void
}

/** An untouched form shows the thing as it is loaded last. */
export function useRevisedForm<Thing extends Revised, Values extends Record<string, unknown>, Draft extends object>(
  schema: FormSchema<Draft>,
  { loaded, toValues, savedApart = [], errorFields, create, patch, ask, onSuccess, onError }: RevisedFormOptions<Thing, Values, Draft>,
) {
  /** The thing that the values were changed from. */
  const [base, setBase] = useState(loaded)
  const contractForm = useContractForm(schema, {
    initialValues: toValues(loaded),
    ...(errorFields && { errorFields }),
    send: async (draft) => {
      if (base === undefined) {
        const created = await create?.(draft)
        if (created !== undefined) finish(created, 'created')
      } else await sendChanges(base, pickChangedFields(draft, base, savedApart))
    },
    onError,
  })
  const { form } = contractForm
  const isUntouched = !form.isDirty() && !form.submitting

  // The revision that was loaded last. After a save it may be older than the form for a moment, and is outdated then.
  const seen = useRef(loaded?.revision)
  const outdated = useRef<string>(undefined)

  /** Shows the thing, except for what was typed into these fields. */
  function resetTo(thing: Thing, kept: readonly string[]): void {
    const values = toValues(thing)
    const typed = Object.entries(form.getValues()).filter(([name]) => kept.includes(name))
    form.setInitialValues(values)
    form.setValues({ ...values, ...Object.fromEntries(typed) })
    form.resetDirty(values)
    setBase(thing)
    outdated.current = seen.current === thing.revision ? undefined : seen.current
  }

  function finish(saved: Thing, outcome: Outcome): void {
    resetTo(saved, [])
    onSuccess?.(saved, outcome)
  }

  async function sendChanges(from: Thing, changes: Partial<Draft>): Promise<void> {
    if (Object.keys(changes).length === 0) return finish(from, 'unchanged')
    let saved: Thing
    try {
      saved = await patch(from, { ...changes, revision: from.revision })
    } catch (error) {
      const theirs = findCurrentThing<Thing>(error)
      if (theirs === undefined) throw error
      const conflicts = findConflicts(from, theirs, changes)
      const discarded = conflicts.length === 0 ? [] : await ask(conflicts)
      if (discarded === undefined) throw new CanceledError(error)
      const rest = pickChangedFields(changes, theirs, discarded)
      resetTo(theirs, Object.keys(rest))
      return sendChanges(theirs, rest)
    }
    finish(saved, 'changed')
  }

  const refresh = useEffectEvent((thing: Thing) => {
    seen.current = thing.revision
    if (thing.revision === outdated.current) return
    outdated.current = undefined
    if (isUntouched && thing.revision !== base?.revision) resetTo(thing, [])
  })
  // The revision stands for all of the thing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (loaded !== undefined) refresh(loaded)
  }, [loaded?.revision, isUntouched])

  return { ...contractForm, hasChanges: form.isDirty() }
}

/** Returns the fields of a draft that differ from those of the thing. */
function pickChangedFields<Draft extends object>(draft: Partial<Draft>, thing: object, except: readonly PropertyKey[]): Partial<Draft> {
  const isChanged = ([name, value]: [string, unknown]) => !except.includes(name) && !isSame(value, Reflect.get(thing, name))
  // The entries are some of those of `draft`.
  return Object.fromEntries(Object.entries(draft).filter(isChanged)) as Partial<Draft>
}

/** Returns the changed fields that someone else has set to another value since `from`. */
function findConflicts(from: object, theirs: object, changes: object): ConflictingField[] {
  return Object.entries(changes).flatMap(([name, yours]) => {
    const present: unknown = Reflect.get(theirs, name)
    return isSame(present, yours) || isSame(present, Reflect.get(from, name)) ? [] : { name, theirs: present, yours }
  })
}

/** Compares values of JSON; their fields are in the order of the contract. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns the thing as it is now, out of the error of a change of an older revision. */
function findCurrentThing<Thing extends Revised>(error: unknown): Thing | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'REVISION_OUTDATED' && 'data' in error)) return undefined
  // The API answers a change with the thing, and this error with the same in `theirs`.
  return (error.data as { theirs: Thing }).theirs
}
