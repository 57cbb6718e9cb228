import { type QrConfig, qrMessages } from '@linkshelf/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { showErrorToast } from '../../ui/toasts/toast.tsx'
import { qrConfigQuery, qrImageQuery } from './qr-queries.ts'
import type { QrChange, QrSubject } from './qr-subject.ts'

/**
 * Returns the mutation scope of one QR code. Mutations in the same scope run one after another. The last change is
 * therefore saved last, and a download waits for pending changes.
 */
export function toMutationScope({ id }: QrSubject): { id: string } {
  return { id: `qr-code ${id}` }
}

/**
 * Returns the config and the picture of a QR code. Changes are shown at once, and are rolled back if they cannot be
 * saved.
 */
export function useQrCode(subject: QrSubject) {
  const queryClient = useQueryClient()
  const { queryKey } = qrConfigQuery(subject)
  const saved = useQuery(qrConfigQuery(subject))
  const picture = useQuery(qrImageQuery(subject, saved.data))
  const [unsaved, setUnsaved] = useState<readonly QrChange[]>([])
  const [logoProblem, setLogoProblem] = useState<string>()

  const { mutate } = useMutation({
    scope: toMutationScope(subject),
    mutationFn: subject.saveConfig,
    onSuccess: async (config) => {
      // The response of a fetch that started before the change would overwrite the change, so running fetches are
      // canceled.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, config)
    },
    onError: (error, change) => {
      if ('logo' in change && isLogoError(error)) setLogoProblem(error.message)
      else void showErrorToast(error, { instead: qrMessages.updateFailed })
      // If no response arrived, the change may still have been saved, so the saved options are fetched.
      void queryClient.invalidateQueries({ queryKey })
    },
    onSettled: (_config, _error, change) => setUnsaved((changes) => changes.filter((one) => one !== change)),
  })

  function change(next: QrChange): void {
    if ('logo' in next) setLogoProblem(undefined)
    setUnsaved((changes) => [...changes, next])
    mutate(next)
  }

  return { saved, picture, config: saved.data && applyChanges(saved.data, unsaved), isSaving: unsaved.length > 0, change, logoProblem }
}

function applyChanges(config: QrConfig, changes: readonly QrChange[]): QrConfig {
  let changed = config
  for (const change of changes) changed = { ...changed, ...change }
  return changed
}

function isLogoError(error: unknown): error is Error {
  return (['QR_LOGO_INVALID', 'QR_LOGO_UNREACHABLE', 'UPLOAD_SOURCE_FORBIDDEN'] as const).some((code) => isApiError(error, code))
}
