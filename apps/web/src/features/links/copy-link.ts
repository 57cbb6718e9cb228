import { type Link, linkMessages } from '@linkshelf/contract'
import { copyText } from '../../ui/browser/copy-text.ts'
import { showToast } from '../../ui/toasts/toast.tsx'

export async function copyLink({ url }: Pick<Link, 'url'>): Promise<void> {
  const isCopied = await copyText(url)
  await (isCopied
    ? showToast({ title: linkMessages.copied, message: url })
    : showToast({ title: linkMessages.copyFailed, message: url, tone: 'bad' }))
}
