// A form for a thing, for example a product, that other users can change while the form is open. The form sends the
// changed fields together with the revision on which the changes are based. If the server has a newer revision, fields
// that only one side changed are merged. If both sides changed a field, the user chooses one of the two values.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CanceledError } from '../error-details.ts'
import { type FormSchema, useContractForm } from './use-contract-form.ts'

/** A thing that the API returns, for example a product. */
export interface Revised {
  revision: string
}

/** A field that this user and another user have changed to different values. */
export interface ConflictingField {
  name: string
  theirs: unknown
  yours: unknown
}

/** Resolves to the names of the fields that get the other user's value, or to undefined if the user cancels. */
export type AskForValues = (fields: readonly ConflictingField[]) => Promise<readonly string[] | undefined>

type Outcome = 'created' | 'changed' | 'unchanged'

interface RevisedFormOptions<Thing extends Revised, Values, Draft> {
  /** The thing as it was last loaded; undefined if the form creates a new thing. */
  loaded: Thing | undefined
  toValues: (thing: Thing | undefined) => Values
  /** Returns the fields of a thing as a change request names them. By default, the thing has the same names. */
  toFields?: (thing: Thing) => object
  /** Fields of the draft that a change request does not contain. */
  savedApart?: readonly (keyof Draft)[]
  errorFields?: Partial<Record<string, keyof Values & string>>
  /** Creates a new thing. A form that only edits existing things omits it. */
  create?: (draft: Draft) => Promise<Thing>
  patch: (thing: Thing, patch: Partial<Draft> & Revised) => Promise<Thing>
  ask: AskForValues
  /** Called after the thing was created or changed, and after a submit without changes. */
  onSuccess?: (saved: Thing, outcome: Outcome) => void
  /** Called with an error that belongs to no field. */
  onError: (error: unknown) => void
}

/** Returns the form. Until the user changes something, the form shows the thing as it was last loaded. */
export function useRevisedForm<Thing extends Revised, Values extends Record<string, unknown>, Draft extends object>(
  schema: FormSchema<Draft>,
  {
    loaded,
    toValues,
    toFields = (thing) => thing,
    savedApart = [],
    errorFields,
    create,
    patch,
    ask,
    onSuccess,
    onError,
  }: RevisedFormOptions<Thing, Values, Draft>,
) {
  /** The thing on which the user's changes are based. */
  const [base, setBase] = useState(loaded)
  const contractForm = useContractForm(schema, {
    initialValues: toValues(loaded),
    ...(errorFields && { errorFields }),
    send: async (draft) => {
      if (base === undefined) {
        const created = await create?.(draft)
        if (created !== undefined) finish(created, 'created')
      } else await sendChanges(base, pickChangedFields(draft, toFields(base), savedApart))
    },
    onError,
  })
  const { form } = contractForm
  const isUntouched = !form.isDirty() && !form.submitting

  // `seen` is the revision that was last loaded. After a save, it is older than the revision in the form until the
  // thing is loaded again. It is then stored in `outdated`, so that the form does not return to the old revision.
  const seen = useRef(loaded?.revision)
  const outdated = useRef<string>(undefined)

  /** Resets the form to the thing, except for the text that the user typed into the `kept` fields. */
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
      const conflicts = findConflicts(toFields(from), toFields(theirs), changes)
      const discarded = conflicts.length === 0 ? [] : await ask(conflicts)
      if (discarded === undefined) throw new CanceledError(error)
      const rest = pickChangedFields(changes, toFields(theirs), discarded)
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
  // The revision changes whenever the thing changes, so it is the trigger instead of the whole thing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (loaded !== undefined) refresh(loaded)
  }, [loaded?.revision, isUntouched])

  return { ...contractForm, hasChanges: form.isDirty() }
}

/** Returns the fields of a draft that differ from the fields of the thing. */
function pickChangedFields<Draft extends object>(draft: Partial<Draft>, thing: object, except: readonly PropertyKey[]): Partial<Draft> {
  const isChanged = ([name, value]: [string, unknown]) => !except.includes(name) && !isSame(value, Reflect.get(thing, name))
  // The entries are a subset of the entries of `draft`.
  return Object.fromEntries(Object.entries(draft).filter(isChanged)) as Partial<Draft>
}

/** Returns the changed fields that another user has set to a different value since `from`. */
function findConflicts(from: object, theirs: object, changes: object): ConflictingField[] {
  return Object.entries(changes).flatMap(([name, yours]) => {
    const present: unknown = Reflect.get(theirs, name)
    return isSame(present, yours) || isSame(present, Reflect.get(from, name)) ? [] : { name, theirs: present, yours }
  })
}

/** Compares values as JSON. This works because the fields of a value are always in the order of the contract. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns the current version of the thing from the error of a change that was based on an older revision. */
function findCurrentThing<Thing extends Revised>(error: unknown): Thing | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'REVISION_OUTDATED' && 'data' in error)) return undefined
  // The API answers a change request with a thing of this type, and this error has the current thing in `theirs`.
  return (error.data as { theirs: Thing }).theirs
}
