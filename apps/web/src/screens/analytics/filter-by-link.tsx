import { IconFilter } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { toFilterLink } from '../../features/analytics/conditions/url-conditions.ts'
import { IconLink } from '../../ui/icon-link.tsx'

/**
 * Limits the analytics screen to one link. If it is already limited to the link, removes the condition. Requires full
 * analytics.
 */
export function FilterByLink({ urlId, name }: { urlId: string; name: string }) {
  const [params] = useSearchParams()
  const { action, to } = toFilterLink(params, 'url_id', { url_id: urlId })
  return <IconLink action={action} name={name} Icon={IconFilter} to={`/analytics${to}`} />
}
