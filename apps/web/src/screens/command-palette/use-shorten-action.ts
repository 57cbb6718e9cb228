import { linkLimitMessage } from '@linkshelf/contract'
import { IconLinkPlus } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useCreateLink } from '../../features/links/create/create-link.ts'
import { typedUrl } from '../../features/links/typed-url.tsx'
import { useProject } from '../../features/organizations/selection.tsx'
import { useCan } from '../../session/permissions.tsx'
import { withoutScheme } from '../../ui/formats/address.tsx'
import { showToast } from '../../ui/toasts/toast.tsx'
import { nearLinkLimit } from '../limits/link-allowance.ts'
import { plansPath } from '../limits/upgrade-notice.tsx'
import type { PaletteAction } from './palette-groups.ts'

/** Offers to shorten a typed or pasted URL; undefined for other text, and for a viewer. */
export function useShortenAction(query: string): PaletteAction | undefined {
  const { scope, ...selection } = useProject()
  const navigate = useNavigate()
  const { add } = useCreateLink()
  const canCreate = useCan('links.create')
  const target = typedUrl(query)
  if (target === undefined || !canCreate) return undefined

  async function shorten(url: string): Promise<void> {
    const { problem } = await add(scope, url)
    if (problem !== undefined && problem !== '') void showToast({ title: 'Error', message: problem, tone: 'bad' })
  }
  const allowance = nearLinkLimit(selection)
  const isFull = allowance !== undefined && allowance.used >= allowance.limit
  if (isFull && allowance.isOwner)
    return {
      id: 'shorten',
      label: 'Upgrade the plan',
      description: linkLimitMessage(allowance.limit),
      Icon: IconLinkPlus,
      run: () => void navigate(plansPath),
    }
  const description = allowance && (isFull ? linkLimitMessage(allowance.limit) : `${allowance.used} of ${allowance.limit} links`)
  return {
    id: 'shorten',
    ...(description && { description }),
    label: `Shorten ${withoutScheme(target)}`,
    Icon: IconLinkPlus,
    run: () => void shorten(target),
  }
}
