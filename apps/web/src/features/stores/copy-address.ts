import { linkMessages } from '@linkshelf/contract'
import { copyText } from '../../ui/browser/copy-text.ts'
import { showToast } from '../../ui/toasts/toast.tsx'

/** Copies an address of the store, and shows a toast. */
export async function copyAddress(address: string): Promise<void> {
  const isCopied = await copyText(address)
  await (isCopied
    ? showToast({ title: linkMessages.copied, message: address })
    : showToast({ title: linkMessages.copyFailed, message: address, tone: 'bad' }))
}
