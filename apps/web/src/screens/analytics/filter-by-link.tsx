import { IconFilter } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { toFilterLink } from '../../features/analytics/conditions/url-conditions.ts'
import { IconLink } from '../../ui/icon-link.tsx'

/**
 * A link button that limits the analytics screen to one link. If the screen is already limited to the link, the button
 * removes the condition. Requires full analytics.
 */
export function FilterByLink({ urlId, name }: { urlId: string; name: string }) {
  const [params] = useSearchParams()
  const { action, to } = toFilterLink(params, 'url_id', { url_id: urlId })
  return <IconLink action={action} name={name} Icon={IconFilter} to={`/analytics${to}`} />
}
