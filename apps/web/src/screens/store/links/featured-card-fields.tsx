import { type FeaturedLink, featuredLinkSubtitleMaxLength } from '@linkshelf/contract'
import { Checkbox, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useProject } from '../../../features/organizations/selection.tsx'
import type { StoreForm } from '../../../features/stores/settings/use-store-form.ts'
import { storeQuery, thumbnailsQuery } from '../../../features/stores/store-queries.ts'
import { ImageField } from '../../../features/uploads/image-field.tsx'

interface FeaturedCardFieldsProps {
  form: StoreForm['form']
  /** The path of the link in the form's values. */
  path: string
  link: FeaturedLink
}

/** Fields for the subtitle and the picture of a featured link. If a link has either, the store shows it as a card. */
export function FeaturedCardFields({ form, path, link }: FeaturedCardFieldsProps) {
  const { scope } = useProject()
  const picture = form.getInputProps(`${path}.image_url`)
  return (
    <>
      <TextInput
        label="Subtitle"
        autoComplete="off"
        maxLength={featuredLinkSubtitleMaxLength}
        {...form.getInputProps(`${path}.subtitle`)}
        value={link.subtitle ?? ''}
      />
      <ImageField scope={scope} label="Picture" description="Wide, beside the label." {...picture} value={link.image_url ?? ''} />
      {!link.image_url && (
        <div>
          <Checkbox label="Show the picture of the page" {...form.getInputProps(`${path}.thumbnail`, { type: 'checkbox' })} />
          {link.thumbnail && <ThumbnailNote urlId={link.url_id} />}
        </div>
      )}
    </>
  )
}

const notes = {
  pending: 'Fetching the picture…',
  ready: 'The picture of the page is shown.',
  missing: 'This page has no picture that can be fetched. We try again within a week, or add your own.',
}

/**
 * Shows the state of the picture that was last saved. If the link is not yet saved, says when the picture will be
 * fetched.
 */
function ThumbnailNote({ urlId }: { urlId: string }) {
  const { scope } = useProject()
  const { data: store } = useQuery(storeQuery(scope))
  const { data = [] } = useQuery({ ...thumbnailsQuery(scope, store?.store_id ?? ''), enabled: Boolean(store) })
  const thumbnail = data.find(({ url_id }) => url_id === urlId)
  return (
    <Text size="sm" c="dimmed" mt={4} role="status">
      {thumbnail ? notes[thumbnail.state] : 'Fetched after you save.'}
    </Text>
  )
}
