import type { Upload, UploadPurpose } from '@linkshelf/contract'
import { useEffect, useRef, useState } from 'react'
import { api, type ProjectScope } from '../../api/api.ts'
import { errorDetails } from '../../ui/errors/error-details.ts'
import { shrinkPicture } from './shrink-picture.ts'

export type UploadState =
  | { kind: 'idle' }
  /** `share`: how much of the file is sent, from 0 to 1; undefined while the server fetches a copy. */
  | { kind: 'uploading'; share: number | undefined }
  | { kind: 'failed'; message: string }

interface UploadOptions {
  scope: ProjectScope
  purpose: UploadPurpose
  onUploaded: (upload: Upload) => void
}

const uploadFailed = 'The picture could not be uploaded. Please try again.'

/** Uploads one picture at a time: a newer one cancels the one before, and so does leaving the page. */
export function useUpload({ scope, purpose, onUploaded }: UploadOptions) {
  const [state, setState] = useState<UploadState>({ kind: 'idle' })
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  async function start(share: number | undefined, send: (signal: AbortSignal) => Promise<Upload>): Promise<void> {
    current.current?.abort()
    current.current = new AbortController()
    const { signal } = current.current
    setState({ kind: 'uploading', share })
    try {
      const upload = await send(signal)
      if (signal.aborted) return
      setState({ kind: 'idle' })
      onUploaded(upload)
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', message: errorDetails(error, uploadFailed).message })
    }
  }

  function uploadFile(file: File): Promise<void> {
    return start(0, async (signal) => {
      const picture = new File([await shrinkPicture(file)], file.name)
      const onProgress = (share: number) => signal.aborted || setState({ kind: 'uploading', share })
      return api.uploads.create.call({ params: scope, body: { file: picture, purpose } }, { signal, context: { onProgress } })
    })
  }

  /** The server fetches the picture and stores a copy. */
  function copyFrom(url: string): Promise<void> {
    return start(undefined, (signal) => api.uploads.create.call({ params: scope, body: { url, purpose } }, { signal }))
  }

  function cancel(): void {
    current.current?.abort()
    setState({ kind: 'idle' })
  }

  return { state, uploadFile, copyFrom, cancel }
}
