import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { errorDetails } from '../errors/error-details.ts'
import type { FileImport } from './file-import.ts'

interface FileUpload {
  upload: UseMutationResult<FileImport, Error, File>
  maxBytes: number
  /** Error messages: of a larger file, and of one that could not be uploaded. */
  messages: { fileTooLarge: string; failed: string }
  onUploaded: (importId: string) => void
}

/**
 * Connects a FileDrop to the server. A file that is dropped or chosen is uploaded at once; nothing is imported before
 * its owner has seen the effects.
 */
export function useFileUpload({ upload, maxBytes, messages, onUploaded }: FileUpload) {
  const [isTooLarge, setTooLarge] = useState(false)
  return {
    isLoading: upload.isPending,
    problem: isTooLarge ? messages.fileTooLarge : upload.error && errorDetails(upload.error, messages.failed).message,
    onFile(file: File) {
      upload.reset()
      setTooLarge(file.size > maxBytes)
      if (file.size <= maxBytes) upload.mutate(file, { onSuccess: ({ import_id }) => onUploaded(import_id) })
    },
  }
}
