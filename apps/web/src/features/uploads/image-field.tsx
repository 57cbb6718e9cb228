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
  /** Where the picture is used, and which shape suits it. */
  description?: string
  purpose?: UploadPurpose
  /** The address of the picture. Empty if there is no picture. */
  value: string
  onChange: (value: string) => void
  onUploaded?: (upload: Upload) => void
  /** The form's error about the address. */
  error?: ReactNode
  /** A form uses this attribute to find the field that gets the focus. */
  'data-path'?: string | undefined
}

/**
 * Selects a picture. The user can drop, paste or choose a file, or enter an address. The value is always an address.
 */
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
        <UploadStatus state={state} value={value} description={description} />
      </PictureDrop>
      {/* The field for the address is hidden for an uploaded picture, because its address is an address of this server, which means nothing to the user. */}
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

function UploadStatus({ state, value, description }: { state: UploadState; value: string; description: string | undefined }) {
  if (state.kind === 'uploading') {
    const { share } = state
    // When the whole file has been sent, the server encodes it. How long this takes is unknown.
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

/**
 * Returns whether the form offers to copy a picture to this server. It offers this for pictures on other sites, because
 * they may become slow or disappear, unless the retailer forbids copies.
 */
function canCopy(address: string): boolean {
  return URL.canParse(address) && /^https?:/i.test(address) && parseUploadAddress(address) === undefined && !isCopyForbidden(address)
}

type UploadState =
  | { kind: 'idle' }
  /** `share` says how much of the file has been sent, from 0 to 1. Undefined while the server fetches a copy. */
  | { kind: 'uploading'; share: number | undefined }
  | { kind: 'failed'; message: string }

interface UploadOptions {
  scope: ProjectScope
  purpose: UploadPurpose
  onUploaded: (upload: Upload) => void
}

const uploadFailed = 'The picture could not be uploaded. Please try again.'

/** Uploads one picture at a time. A newer upload cancels the previous one. Leaving the page also cancels the upload. */
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

  /** Asks the server to fetch the picture and to store a copy. */
  function copyFrom(url: string): Promise<void> {
    return startUpload(undefined, (signal) => api.uploads.create.call({ params: scope, body: { url, purpose } }, { signal }))
  }

  function cancel(): void {
    current.current?.abort()
    setState({ kind: 'idle' })
  }

  return { state, uploadFile, copyFrom, cancel }
}

/** A picture up to this size is sent unchanged. */
const smallBytes = 1_500_000
/**
 * Maximum width and height of a reduced picture, in pixels. This is twice the width of the largest file that the server
 * creates from a picture.
 */
const maxSide = 2_560

/**
 * Reduces a large picture before the upload, because the server would reduce it anyway. A slow connection then uploads
 * a tenth of the bytes, and the server's limits do not matter. If this browser can't decode the picture, or the reduced
 * picture is not smaller, the picture is returned unchanged. If the server rejects the picture, it says why.
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

/**
 * Returns JPEG for photographs, because they have no transparent pixels, and WebP for other pictures. A browser that
 * can't write WebP writes PNG.
 */
function chooseOutputType({ type }: File): string {
  return type === 'image/png' || type === 'image/webp' || type === 'image/gif' ? 'image/webp' : 'image/jpeg'
}
