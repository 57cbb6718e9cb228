import { type FeaturedLink, featuredLinksPerStore, featuredLinkTitleMaxLength, type Link } from '@linkshelf/contract'
import { Checkbox, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatLinkName } from '../../../features/links/link-name.ts'
import { linkQuery } from '../../../features/links/link-queries.ts'
import { useProject } from '../../../features/organizations/selection.tsx'
import type { StoreForm } from '../../../features/stores/settings/use-store-form.ts'
import { ScheduleFields, ScheduleNote } from '../../../ui/forms/schedule-fields.tsx'
import { ListItemActions } from '../../../ui/tables/list-item-actions.tsx'
import { ChosenLink } from './chosen-link.tsx'
import { FeaturedCardFields } from './featured-card-fields.tsx'
import { LinkSearch } from './link-search.tsx'
import classes from './links.module.css'
import { StoreNotice } from './store-notice.tsx'

interface FeaturedLinksProps {
  form: StoreForm
  /** The time zone of the project. */
  timeZone: string
}

/** Links that the store shows in addition to its products, in the owner's order. They are saved with the settings. */
export function FeaturedLinks({ form: { form, values }, timeZone }: FeaturedLinksProps) {
  const [announcement, setAnnouncement] = useState('')
  const searchId = useId()
  const featured = values.featured_links

  function add(link: Link): void {
    const title = formatLinkName(link).slice(0, featuredLinkTitleMaxLength)
    const card = { subtitle: null, image_url: null, thumbnail: true, ad: false }
    form.insertListItem('featured_links', { url_id: link.url_id, title, ...card, show_from: null, show_until: null })
    setAnnouncement(`${title} added.`)
  }

  function move(from: number, to: number): void {
    setAnnouncement(`${labelFeaturedLink(featured[from])} moved to position ${to + 1}.`)
    form.reorderListItem('featured_links', { from, to })
  }

  function remove(index: number): void {
    setAnnouncement(`${labelFeaturedLink(featured[index])} removed.`)
    flushSync(() => form.removeListItem('featured_links', index))
    document.getElementById(searchId)?.focus()
  }

  return (
    <div className={classes.featured}>
      <div>
        <Title order={3}>Featured links</Title>
        <Text size="sm" c="dimmed">
          Shown with your products, in this order. Their clicks are counted like the clicks on any link.
        </Text>
      </div>
      {featured.length > 0 && (
        <>
          <ol className={classes.list} aria-label="Featured links">
            {featured.map((one, index) => (
              <li key={one.url_id}>
                <ChosenLink urlId={one.url_id}>
                  {(name) => (
                    <div className={classes.actions}>
                      <ListItemActions
                        name={name}
                        index={index}
                        count={featured.length}
                        onMove={(to) => move(index, to)}
                        onRemove={() => remove(index)}
                      />
                    </div>
                  )}
                </ChosenLink>
                <FeaturedLinkFields form={form} path={`featured_links.${index}`} link={one} timeZone={timeZone} />
              </li>
            ))}
          </ol>
          <ScheduleNote timeZone={timeZone} />
          <StoreNotice links={featured} />
        </>
      )}
      <LinkSearch
        id={searchId}
        label="Feature a link"
        linked={featured.map(({ url_id }) => url_id)}
        max={featuredLinksPerStore}
        error={form.errors.featured_links}
        onLink={add}
      />
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
    </div>
  )
}

interface FeaturedLinkFieldsProps {
  form: StoreForm['form']
  /** The path of the link in the form's values. */
  path: string
  link: FeaturedLink
  timeZone: string
}

function FeaturedLinkFields({ form, path, link, timeZone }: FeaturedLinkFieldsProps) {
  const getError = (name: string) => form.errors[`${path}.${name}`]
  return (
    <fieldset className={classes.fields} aria-label={labelFeaturedLink(link)}>
      <TextInput label="Label" autoComplete="off" maxLength={featuredLinkTitleMaxLength} {...form.getInputProps(`${path}.title`)} />
      <FeaturedCardFields form={form} path={path} link={link} />
      <ScheduleFields
        schedule={link}
        errors={{ show_from: getError('show_from'), show_until: getError('show_until') }}
        timeZone={timeZone}
        onChange={(limit, instant) => form.setFieldValue(`${path}.${limit}`, instant)}
      />
      <AdMark field={form.getInputProps(`${path}.ad`, { type: 'checkbox' })} urlId={link.url_id} />
    </fieldset>
  )
}

/** The owner's mark. If a URL of the link can pay somebody, every page marks the link anyway. */
function AdMark({ field, urlId }: { field: React.ComponentProps<typeof Checkbox>; urlId: string }) {
  const { scope } = useProject()
  const { data: link } = useQuery(linkQuery(scope, urlId))
  return link?.ad ? (
    <Checkbox label="Mark as an ad" description="Always marked, because visitors get a link that can pay a commission." checked disabled />
  ) : (
    <Checkbox label="Mark as an ad" {...field} />
  )
}

function labelFeaturedLink(link: FeaturedLink | undefined): string {
  return link?.title.trim() || 'Link'
}
