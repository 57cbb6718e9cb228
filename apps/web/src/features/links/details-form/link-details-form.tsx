import {
  isShortUrl,
  type Link,
  type LinkDetails,
  type LinkUpdate,
  linkDetailsForm,
  linkMessages,
  notesMaxLength,
  parseUtmValues,
  setUtmValues,
  slugOfShortUrl,
} from '@linkshelf/contract'
import { recognizeUrl } from '@linkshelf/retailers'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { DescribedSwitch } from '../../../ui/forms/checkbox.tsx'
import { useContractForm } from '../../../ui/forms/use-contract-form.ts'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { useAddressDomains } from '../../domains/address-domains.ts'
import { DomainSelect } from '../../domains/domain-select.tsx'
import { LabelsField } from '../../labels/labels-field.tsx'
import { type NewLabelColors, useCreateColoredLabels } from '../../labels/new-label-color.tsx'
import { useUpdateLink } from '../link-mutations.ts'
import { PageTarget } from '../page-target.tsx'
import { Disclosure } from './disclosure.tsx'
import classes from './link-details-form.module.css'
import { SlugField } from './slug-field.tsx'
import { UtmFields } from './utm-fields.tsx'

interface LinkDetailsFormProps {
  scope: ProjectScope
  /**
   * The current version of the link. It can change while the form is open, for example when the page's title is loaded.
   */
  link: Link
  /**
   * The text of the submit button while nothing is changed. If omitted, the button is disabled while nothing is
   * changed.
   */
  doneLabel?: string
  onSaved?: () => void
  /** Called with the saved link if its address was changed. */
  onMoved?: (link: Link) => void
  /** Shown left of the submit button. */
  actions?: React.ReactNode
  /** Shown above the buttons. */
  children?: React.ReactNode
}

/** Edits the details of a link. All details are optional. */
export function LinkDetailsForm({ scope, link, doneLabel, onSaved, onMoved, actions, children }: LinkDetailsFormProps) {
  const [saved, setSaved] = useState(() => toLinkDetails(link))
  const [colors, setColors] = useState<NewLabelColors>(new Map())
  const update = useUpdateLink(scope)
  const createLabels = useCreateColoredLabels(scope)
  const { form, field, submit, isPending } = useContractForm(linkDetailsForm, {
    initialValues: saved,
    errorFields,
    send: async (details) => {
      const changes = toLinkUpdate(link, saved, details)
      const prepare = () => createLabels(changes.labels ?? [], colors)
      if (Object.keys(changes).length > 0) {
        const updated = await update.mutateAsync({ link, update: changes, prepare })
        if (changes.slug !== undefined || changes.domain !== undefined) onMoved?.(updated)
      }
      setSaved(details)
      form.resetDirty(details)
    },
    onSuccess: onSaved,
    onError: (error) => void showErrorToast(error, { fallback: linkMessages.updateFailed }),
  })
  // If the link changes while the form is open, for example by Undo, each field shows the new value, unless the user
  // has typed into the field. If the page's title is loaded while the form is open, only the placeholder shows it.
  const followLink = useEffectEvent((present: Link) => {
    const details = toLinkDetails(present)
    if (saved.title === '' && !present.own_title) details.title = ''
    const changed = Object.entries(details).filter(([name, value]) => !isEqual(value, saved[name as keyof LinkDetails]))
    if (changed.length === 0) return
    const typed = form.getValues()
    form.setValues(
      Object.fromEntries(changed.filter(([name]) => isEqual(typed[name as keyof LinkDetails], saved[name as keyof LinkDetails]))),
    )
    setSaved(details)
    form.resetDirty(details)
  })
  useEffect(() => followLink(link), [link])

  const { values } = form
  const canHaveTag = recognizeUrl(link.target) !== undefined || isShortUrl(link.target)
  const isDirty = form.isDirty()
  const domains = useAddressDomains(scope.orgId)
  const isMoved = values.domain !== saved.domain

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.columns}>
        <DomainSelect
          label="Domain"
          domains={domains}
          description={
            isMoved && `The current address, ${domains.readableUrl(link.url, link.domain)}, keeps working as an alias until you release it.`
          }
          value={values.domain}
          onChange={(domain) => {
            form.setFieldValue('domain', domain)
            // A short name that is taken on one domain may be free on another domain, so the error is removed.
            form.clearFieldError('slug')
          }}
          error={form.errors.domain}
        />
        <SlugField
          scope={scope}
          link={link}
          own={saved.slug}
          domain={values.domain}
          host={domains.readableHost(link, values.domain)}
          isMoved={isMoved}
          value={values.slug}
          onChange={(slug) => form.setFieldValue('slug', slug)}
          error={form.errors.slug}
        />
        <TextInput
          label="Title"
          placeholder={link.title ?? (link.pending ? 'Fetching title…' : 'No title detected')}
          autoComplete="off"
          {...field('title')}
        />
        <LabelsField
          scope={scope}
          own={saved.labels}
          value={values.labels}
          onChange={(names) => form.setFieldValue('labels', names)}
          colors={colors}
          onColors={setColors}
          error={form.errors.labels}
        />
        <Textarea label="Notes" placeholder="Only your organization sees them" rows={1} maxLength={notesMaxLength} {...field('notes')} />
      </div>
      {canHaveTag && (
        <DescribedSwitch
          label="Use my affiliate tag"
          description="Off for links in emails and in print, where programs forbid it."
          checked={values.affiliated}
          onChange={({ currentTarget }) => form.setFieldValue('affiliated', currentTarget.checked)}
        />
      )}
      {link.page === null ? (
        <Disclosure label="Campaign (UTM)" isOpenAtFirst={Object.values(saved.utm).some((value) => value !== '')}>
          <UtmFields
            scope={scope}
            values={values.utm}
            onChange={(utm) => form.setFieldValue('utm', utm)}
            field={(name) => form.getInputProps(`utm.${name}`)}
          />
        </Disclosure>
      ) : (
        <div>
          <PageTarget target={link.target} page={link.page} />
        </div>
      )}
      {children}
      <div className={classes.foot}>
        {actions}
        <Button
          type="submit"
          size="sm"
          loading={isPending}
          className={classes.done}
          disabled={!isDirty && !isPending && doneLabel === undefined}
        >
          {isDirty ? 'Save' : (doneLabel ?? 'Save')}
        </Button>
      </div>
    </form>
  )
}

const errorFields = {
  DOMAIN_NOT_FOUND: 'domain',
  DOMAIN_NOT_SERVING: 'domain',
  DOMAIN_ARCHIVED: 'domain',
  LINK_SLUG_TAKEN: 'slug',
  LINK_SLUG_RESERVED: 'slug',
  LINK_SLUG_FIXED: 'slug',
  LABEL_LIMIT_REACHED: 'labels',
} as const

function toLinkDetails(link: Link): LinkDetails {
  return {
    domain: link.domain,
    slug: slugOfShortUrl(link.url),
    title: link.title ?? '',
    notes: link.notes ?? '',
    labels: link.labels,
    affiliated: link.affiliated,
    utm: parseUtmValues(link.target),
  }
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Returns only the changed fields. A title that the user left blank is not sent, so the link continues to use the
 * page's title.
 */
function toLinkUpdate({ target }: Link, before: LinkDetails, { utm, ...fields }: LinkDetails): LinkUpdate {
  const changed = Object.entries(fields).filter(([name, value]) => !isEqual(value, before[name as keyof LinkDetails]))
  return { ...Object.fromEntries(changed), ...(!isEqual(utm, before.utm) && { target: setUtmValues(target, utm) }) }
}
