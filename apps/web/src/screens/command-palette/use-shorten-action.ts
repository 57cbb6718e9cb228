import { IconLinkPlus } from '@tabler/icons-react'
import { useCreateLink } from '../../features/links/create/create-link.ts'
import { typedUrl } from '../../features/links/typed-url.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import { withoutScheme } from '../../ui/address.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { PaletteAction } from './palette-groups.ts'

/** Offers to shorten a typed or pasted URL; undefined for other text. */
export function useShortenAction(query: string): PaletteAction | undefined {
  const { scope } = useProject()
  const { add } = useCreateLink()
  const target = typedUrl(query)
  if (target === undefined) return undefined

  async function shorten(url: string): Promise<void> {
    const { problem } = await add(scope, url)
    if (problem !== undefined && problem !== '') void showToast({ title: 'Error', message: problem, tone: 'bad' })
  }
  return { id: 'shorten', label: `Shorten ${withoutScheme(target)}`, Icon: IconLinkPlus, run: () => void shorten(target) }
}
