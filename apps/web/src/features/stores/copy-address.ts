import { linkMessages } from '@linkshelf/contract'
import { copyText } from '../../ui/copy-text.ts'
import { showToast } from '../../ui/toast.tsx'

/** Copies an address of the store, and says so. */
export async function copyAddress(address: string): Promise<void> {
  const isCopied = await copyText(address)
  await (isCopied
    ? showToast({ title: linkMessages.copied, message: address })
    : showToast({ title: linkMessages.copyFailed, message: address, tone: 'bad' }))
}
