import {
  isShortUrl,
  type Link,
  type LinkDetails,
  type LinkUpdate,
  linkDetailsForm,
  linkMessages,
  notesMaxLength,
  utmValuesOf,
  withUtmValues,
} from '@linkshelf/contract'
import { recognizeUrl } from '@linkshelf/retailers'
import { Button, Textarea, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../../../api.ts'
import { DescribedSwitch } from '../../../../ui/forms/described-switch.tsx'
import { useContractForm } from '../../../../ui/forms/use-contract-form.ts'
import { showErrorToast } from '../../../../ui/toasts/toast.tsx'
import type { LabelOptions } from '../../label-options.ts'
import { useDeleteLinks, useUpdateLink } from '../../link-mutations.ts'
import { LabelsField } from './labels-field.tsx'
import classes from './new-link-panel.module.css'
import { SlugField } from './slug-field.tsx'
import { UtmFields } from './utm-fields.tsx'

interface NewLinkFormProps {
  scope: ProjectScope
  /** As it is now: its title may arrive while the form is open. */
  link: Link
  isNew: boolean
  labels: LabelOptions
  /** Rendered once it is asked for. */
  qrCode: React.ReactNode
  onClose: () => void
}

/** What may be said of a link that was just made. Nothing needs to be. */
export function NewLinkForm({ scope, link, isNew, labels, qrCode, onClose }: NewLinkFormProps) {
  const [initial] = useState(() => detailsOf(link))
  const update = useUpdateLink(scope)
  const deletion = useDeleteLinks(scope)
  const { form, field, submit, isPending } = useContractForm(linkDetailsForm, {
    initialValues: initial,
    errorFields: { LINK_SLUG_TAKEN: 'slug', LINK_SLUG_RESERVED: 'slug', LINK_SLUG_FIXED: 'slug', LABEL_LIMIT_REACHED: 'labels' },
    send: async (details) => {
      const changes = changesOf(link, initial, details)
      if (Object.keys(changes).length > 0) await update.mutateAsync({ link, update: changes })
    },
    onSuccess: onClose,
    onError: (error) => void showErrorToast(error, { fallback: linkMessages.updateFailed }),
  })
  const { values } = form
  const mayBeTagged = recognizeUrl(link.target) !== undefined || isShortUrl(link.target)

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.columns}>
        <SlugField
          scope={scope}
          link={link}
          own={initial.slug}
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
          options={labels}
          value={values.labels}
          onChange={(names) => form.setFieldValue('labels', names)}
          error={form.errors.labels}
        />
        <Textarea label="Notes" placeholder="Only you see them" rows={1} maxLength={notesMaxLength} {...field('notes')} />
      </div>
      {mayBeTagged && (
        <DescribedSwitch
          label="Without affiliation"
          description="Visitors reach the shop without your tag: for emails and print, where programmes forbid it."
          checked={!values.affiliated}
          onChange={({ currentTarget }) => form.setFieldValue('affiliated', !currentTarget.checked)}
        />
      )}
      <Disclosure label="Campaign (UTM)" isOpenAtFirst={Object.values(initial.utm).some((value) => value !== '')}>
        <UtmFields
          scope={scope}
          values={values.utm}
          onChange={(utm) => form.setFieldValue('utm', utm)}
          field={(name) => form.getInputProps(`utm.${name}`)}
        />
      </Disclosure>
      <Disclosure label="QR code">{qrCode}</Disclosure>
      <div className={classes.foot}>
        {isNew && (
          <Button
            variant="subtle"
            color="gray"
            c="var(--mantine-color-error)"
            size="sm"
            loading={deletion.isPending}
            onClick={() => deletion.mutate([link], { onSuccess: onClose })}
          >
            Delete
          </Button>
        )}
        <Button variant="subtle" color="gray" size="sm" component={RouteLink} to={`/links/${link.url_id}`}>
          Open
        </Button>
        <Button type="submit" size="sm" loading={isPending} className={classes.done}>
          {form.isDirty() ? 'Save' : 'Done'}
        </Button>
      </div>
    </form>
  )
}

function detailsOf(link: Link): LinkDetails {
  return {
    slug: link.url.split('/').at(-1) ?? '',
    title: link.title ?? '',
    notes: link.notes ?? '',
    labels: link.labels,
    affiliated: link.affiliated,
    utm: utmValuesOf(link.target),
  }
}

/** Only what was changed: a title that is left blank stays that of the page. */
function changesOf({ target }: Link, before: LinkDetails, after: LinkDetails): LinkUpdate {
  const changes: LinkUpdate = {}
  if (after.slug !== before.slug) changes.slug = after.slug
  if (after.title !== before.title) changes.title = after.title
  if (after.notes !== before.notes) changes.notes = after.notes
  if (after.affiliated !== before.affiliated) changes.affiliated = after.affiliated
  if (after.labels.join('\n') !== before.labels.join('\n')) changes.labels = after.labels
  const tagged = withUtmValues(target, after.utm)
  if (tagged !== target) changes.target = tagged
  return changes
}

interface DisclosureProps {
  label: string
  isOpenAtFirst?: boolean
  children: React.ReactNode
}

function Disclosure({ label, isOpenAtFirst = false, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <div className={classes.disclosure}>
      <button type="button" className={classes.summary} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconChevronDown aria-hidden size={16} stroke={1.8} data-open={isOpen || undefined} />
        {label}
      </button>
      {isOpen && children}
    </div>
  )
}
