import { IconFilter } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { toFilterLink } from '../../features/analytics/conditions/url-conditions.ts'
import { IconLink } from '../../ui/icon-link.tsx'

/** Shows only the numbers of a link on the analytics screen, or all again: part of full analytics. */
export function FilterByLink({ urlId, name }: { urlId: string; name: string }) {
  const [params] = useSearchParams()
  const { action, to } = toFilterLink(params, 'url_id', { url_id: urlId })
  return <IconLink action={action} name={name} Icon={IconFilter} to={`/analytics${to}`} />
}
