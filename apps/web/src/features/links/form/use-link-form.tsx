import { type Link, type LinkEdit, linkEditForm, linkMessages, slugOfShortUrl } from '@linkshelf/contract'
import { useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { createRandomId } from '../../../ui/browser/random-id.ts'
import { ConflictForm, conflictTitle, type FieldTexts } from '../../../ui/forms/conflict-form.tsx'
import { type ConflictingField, useRevisedForm } from '../../../ui/forms/use-revised-form.ts'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { type NewLabelColors, useCreateColoredLabels } from '../../labels/new-label-color.tsx'
import { formatPlaceName } from '../affiliation/place-name.ts'
import { useUpdateLink } from '../link-mutations.ts'

/** The conflicting fields that the user is asked about, in place of the form's own fields. */
interface Question {
  fields: readonly ConflictingField[]
  answer: (theirs: readonly string[] | undefined) => void
}

interface LinkFormOptions {
  scope: ProjectScope
  /** The link as it was last loaded. It can change while the form is open. */
  link: Link
  /** Called after the link was saved, and after a submit without changes. */
  onSaved: () => void
  /** Called with the saved link if its address was changed. */
  onMoved?: ((link: Link) => void) | undefined
}

export type LinkForm = ReturnType<typeof useLinkForm>

/**
 * Returns the form that edits everything that the owner of a link can change. All changes are saved with one call.
 * `question` is a form to show in place of the fields while the user chooses between conflicting values.
 */
export function useLinkForm({ scope, link, onSaved, onMoved }: LinkFormOptions) {
  const update = useUpdateLink(scope)
  const createLabels = useCreateColoredLabels(scope)
  const [colors, setColors] = useState<NewLabelColors>(new Map())
  const [question, setQuestion] = useState<Question>()
  const revised = useRevisedForm(linkEditForm, {
    loaded: link,
    toValues: (thing = link) => toLinkValues(thing),
    toFields: toLinkEdit,
    errorFields,
    patch: (thing, patch) => update.mutateAsync({ link: thing, update: patch, prepare: () => createLabels(patch.labels ?? [], colors) }),
    ask: (fields) => new Promise((answer) => setQuestion({ fields, answer })),
    onSuccess: (saved) => {
      if (saved.url !== link.url) onMoved?.(saved)
      onSaved()
    },
    onError: (error) => {
      const isTargetChanged = revised.form.getValues().target !== link.target
      void showErrorToast(error, { fallback: isTargetChanged ? linkMessages.updateUrlFailed : linkMessages.updateFailed })
    },
  })

  function answerQuestion({ answer }: Question, theirs: readonly string[] | undefined): void {
    setQuestion(undefined)
    answer(theirs)
  }

  return {
    ...revised,
    colors,
    setColors,
    question: question && (
      <ConflictForm
        title={conflictTitle}
        fields={question.fields}
        texts={fieldTexts}
        onAnswer={(theirs) => answerQuestion(question, theirs)}
      />
    ),
  }
}

const errorFields = {
  PAGE_URL_TARGET_FIXED: 'target',
  DOMAIN_NOT_FOUND: 'domain',
  DOMAIN_NOT_SERVING: 'domain',
  DOMAIN_ARCHIVED: 'domain',
  LINK_SLUG_TAKEN: 'slug',
  LINK_SLUG_RESERVED: 'slug',
  LINK_SLUG_FIXED: 'slug',
  LABEL_LIMIT_REACHED: 'labels',
} as const

/** Returns the fields of a link as its form sends them. */
function toLinkEdit({ url, target, domain, title, labels, notes, affiliated, shops, choice_page }: Link): LinkEdit {
  return {
    target,
    domain,
    slug: slugOfShortUrl(url),
    title: title ?? '',
    labels,
    notes: notes ?? '',
    affiliated,
    shops: shops.map((shop) => ({ place: shop.place, name: shop.name, target: shop.target })),
    choice_page,
  }
}

/** A row of the form. An empty place stands for everyone on the choice page. It is null until a place is chosen. */
interface ShopRow {
  id: string
  place: string | null
  name: string
  target: string
}

interface LinkValues extends Omit<LinkEdit, 'shops'>, Record<string, unknown> {
  shops: ShopRow[]
}

function toLinkValues(link: Link): LinkValues {
  const { shops, ...fields } = toLinkEdit(link)
  return { ...fields, shops: shops.map(({ place, name, target }) => createShopRow({ place: place ?? '', name: name ?? '', target })) }
}

export function createShopRow(values: Omit<ShopRow, 'id'> = { place: null, name: '', target: '' }): ShopRow {
  return { id: createRandomId(), ...values }
}

/** How each field is shown if another user has changed it at the same time. */
const fieldTexts: FieldTexts<LinkEdit> = {
  target: { label: 'Target URL' },
  domain: { label: 'Domain', emptyText: 'Default domain' },
  slug: { label: 'Short name' },
  title: { label: 'Title', emptyText: 'Title of the page' },
  labels: { label: 'Labels' },
  notes: { label: 'Notes' },
  affiliated: { label: 'Use my affiliate tag' },
  shops: {
    label: 'Other shops',
    toText: (shops) => shops.map(({ place, target }) => `${place === null ? 'Everyone' : formatPlaceName(place)}: ${target}`),
  },
  choice_page: { label: 'Choice page' },
}
