import { isCopyForbidden, parseUploadAddress, type Upload, type UploadPurpose, uploadTypes } from '@linkshelf/contract'
import { Button, Loader, Progress, TextInput } from '@mantine/core'
import { IconPhotoOff, IconPhotoPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api, type ProjectScope } from '../../api/api.ts'
import { toErrorDetails } from '../../ui/error-details.ts'
import { formatPercent } from '../../ui/formats/numbers.ts'
import { PictureDrop, PictureField } from '../../ui/forms/picture-drop.tsx'
import fieldClasses from '../../ui/forms/picture-field.module.css'
import classes from './image-field.module.css'

interface ImageFieldProps {
  scope: ProjectScope
  label: string
  /** The use of the picture, and the shape that suits it. */
  description?: string
  purpose?: UploadPurpose
  /** The address of the picture; empty for none. */
  value: string
  onChange: (value: string) => void
  onUploaded?: (upload: Upload) => void
  /** The error of the form: why the address was rejected. */
  error?: ReactNode
  /** A form finds the field to focus by this attribute. */
  'data-path'?: string | undefined
}

/** A picture: dropped, pasted, chosen, or named by its address. Its value is always an address. */
export function ImageField({
  scope,
  label,
  description,
  purpose = 'picture',
  value,
  onChange,
  onUploaded,
  error,
  ...formProps
}: ImageFieldProps) {
  const upload = useUpload({
    scope,
    purpose,
    onUploaded: (uploaded) => {
      onUploaded?.(uploaded)
      onChange(uploaded.url)
    },
  })
  const { state } = upload

  function change(next: string): void {
    upload.cancel()
    onChange(next)
  }

  return (
    <PictureField label={label} message={state.kind === 'failed' ? state.message : error} isBusy={state.kind === 'uploading'}>
      <PictureDrop
        name={label}
        thumb={<Thumb key={value} address={value} state={state} />}
        accept={uploadTypes}
        isFilled={value !== ''}
        onFile={upload.uploadFile}
        onRemove={() => change('')}
      >
        <Words state={state} value={value} description={description} />
      </PictureDrop>
      {/* An uploaded picture has an address of ours, which says nothing to its owner. */}
      {parseUploadAddress(value) === undefined && (
        <div className={fieldClasses.address}>
          <TextInput
            {...formProps}
            type="url"
            size="xs"
            aria-label={`Address of ${label.toLowerCase()}`}
            aria-invalid={error ? true : undefined}
            placeholder="or its address: https://…"
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={(event) => change(event.currentTarget.value)}
          />
          {canCopy(value) && (
            <Button variant="default" size="xs" disabled={state.kind === 'uploading'} onClick={() => upload.copyFrom(value)}>
              Store a copy
            </Button>
          )}
        </div>
      )}
    </PictureField>
  )
}

function Words({ state, value, description }: { state: UploadState; value: string; description: string | undefined }) {
  if (state.kind === 'uploading') {
    const { share } = state
    // Sent whole, a file is being encoded.
    const isSending = share !== undefined && share < 1
    return (
      <span role="status">
        {share === undefined ? 'Fetching the picture…' : isSending ? `Uploading… ${formatPercent(share, 1)}` : 'Preparing the picture…'}
        <Progress
          className={classes.progress}
          size="xs"
          value={isSending ? share * 100 : 100}
          animated={!isSending}
          aria-label="Uploaded"
        />
      </span>
    )
  }
  const uploaded = parseUploadAddress(value)
  return (
    <>
      {uploaded === undefined ? 'Drop a picture here, paste or choose one.' : `Uploaded, ${uploaded.width} × ${uploaded.height} pixels.`}
      <small>{description ?? 'PNG, JPEG, WebP or GIF, up to 10 MB'}</small>
    </>
  )
}

function Thumb({ address, state }: { address: string; state: UploadState }) {
  const [isBroken, setBroken] = useState(false)
  if (state.kind === 'uploading') return <Loader size="xs" aria-hidden />
  if (address === '') return <IconPhotoPlus aria-hidden size={22} stroke={1.6} />
  if (isBroken || !URL.canParse(address)) return <IconPhotoOff role="img" aria-label="No picture at this address" size={22} stroke={1.6} />
  return <img src={address} alt="" onError={() => setBroken(true)} />
}

/** Another site's picture may become slow, or disappear. */
function canCopy(address: string): boolean {
  return URL.canParse(address) && /^https?:/i.test(address) && parseUploadAddress(address) === undefined && !isCopyForbidden(address)
}

type UploadState =
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
function useUpload({ scope, purpose, onUploaded }: UploadOptions) {
  const [state, setState] = useState<UploadState>({ kind: 'idle' })
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  async function startUpload(share: number | undefined, send: (signal: AbortSignal) => Promise<Upload>): Promise<void> {
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
      if (!signal.aborted) setState({ kind: 'failed', message: toErrorDetails(error, uploadFailed).message })
    }
  }

  function uploadFile(file: File): Promise<void> {
    return startUpload(0, async (signal) => {
      const picture = new File([await shrinkPicture(file)], file.name)
      const onProgress = (share: number) => signal.aborted || setState({ kind: 'uploading', share })
      return api.uploads.create.call({ params: scope, body: { file: picture, purpose } }, { signal, context: { onProgress } })
    })
  }

  /** The server fetches the picture and stores a copy. */
  function copyFrom(url: string): Promise<void> {
    return startUpload(undefined, (signal) => api.uploads.create.call({ params: scope, body: { url, purpose } }, { signal }))
  }

  function cancel(): void {
    current.current?.abort()
    setState({ kind: 'idle' })
  }

  return { state, uploadFile, copyFrom, cancel }
}

/** A picture of at most this size is sent as it is. */
const smallBytes = 1_500_000
/** Twice the width of the largest file that the server makes of it. */
const maxSide = 2_560

/**
 * Returns a large photograph reduced to what the server keeps of it: a slow connection uploads a tenth of the bytes,
 * and the limits of the server do not matter. A picture that this browser can't decode is returned as it is; the server
 * says why it is rejected.
 */
async function shrinkPicture(file: File): Promise<Blob> {
  if (file.size <= smallBytes) return file
  try {
    const bitmap = await createImageBitmap(file)
    const shrunk = await drawScaled(bitmap, chooseOutputType(file))
    bitmap.close()
    return shrunk.size < file.size ? shrunk : file
  } catch {
    return file
  }
}

function drawScaled(bitmap: ImageBitmap, type: string): Promise<Blob> {
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale)))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser has no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type, quality: 0.92 })
}

/** Photographs have no transparent pixels. A browser that can't write WebP writes PNG. */
function chooseOutputType({ type }: File): string {
  return type === 'image/png' || type === 'image/webp' || type === 'image/gif' ? 'image/webp' : 'image/jpeg'
}
