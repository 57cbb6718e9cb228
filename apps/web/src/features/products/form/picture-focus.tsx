import { type PictureFocus as Focus, type PictureLook, parseUploadAddress } from '@linkshelf/contract'
import { Button, Text } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { formatPercent } from '../../../ui/formats/numbers.ts'
import fieldClasses from '../../../ui/forms/picture-field.module.css'
import { findFocus, formatObjectPosition } from '../picture-position.ts'
import classes from './picture-focus.module.css'

interface PictureFocusProps {
  src: string
  /** The aspect ratio of pictures in the store, as width divided by height. */
  ratio: number
  /** The focus that the owner chose. Null if the focus is computed. */
  focus: Focus | null
  look: PictureLook | null
  onChange: (focus: Focus | null) => void
}

/**
 * Lets the owner choose which part of a picture stays visible where the store crops it. The owner moves a point on the
 * whole picture.
 */
export function PictureFocus({ src, ratio, focus, look, onChange }: PictureFocusProps) {
  const handle = useRef<HTMLDivElement>(null)
  const [loaded, setLoaded] = useState<{ width: number; height: number } | 'failed'>()
  const picture = { image_focus: focus, image_look: look }
  const size = loaded ?? parseUploadAddress(src)
  if (size === 'failed') return null

  return (
    <fieldset className={fieldClasses.field}>
      <legend className={fieldClasses.legend}>Focus</legend>
      <Text size="sm" c="dimmed">
        Your store crops this picture. Move the point to what should stay visible.
      </Text>
      <div className={classes.columns}>
        <Stage picturePoint={findFocus(picture)} pictureRatio={size && size.width / size.height} handle={handle} onMove={onChange}>
          <img
            src={src}
            alt=""
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setLoaded({ width, height })}
            onError={() => setLoaded('failed')}
          />
        </Stage>
        <figure className={classes.crop}>
          <img src={src} alt="" style={{ aspectRatio: ratio, objectPosition: formatObjectPosition(src, picture, ratio) }} />
          <figcaption>In your store</figcaption>
        </figure>
      </div>
      <Button
        variant="default"
        size="xs"
        className={classes.reset}
        disabled={focus === null}
        onClick={() => {
          onChange(null)
          handle.current?.focus()
        }}
      >
        Use automatic focus
      </Button>
    </fieldset>
  )
}

interface StageProps {
  picturePoint: Focus
  /** The width divided by the height. Undefined until the picture is loaded. */
  pictureRatio: number | undefined
  handle: React.RefObject<HTMLDivElement | null>
  onMove: (focus: Focus) => void
  /** The whole picture. */
  children: React.ReactNode
}

/**
 * How far an arrow key moves the point, as a share of the picture. Home, End, Page Up and Page Down move it to an edge.
 */
const keyStep = 0.02
const shiftByKey: Readonly<Record<string, Focus>> = {
  ArrowLeft: { x: -keyStep, y: 0 },
  ArrowRight: { x: keyStep, y: 0 },
  ArrowUp: { x: 0, y: -keyStep },
  ArrowDown: { x: 0, y: keyStep },
  Home: { x: -1, y: 0 },
  End: { x: 1, y: 0 },
  PageUp: { x: 0, y: -1 },
  PageDown: { x: 0, y: 1 },
}

const maxHeightRem = 15

function Stage({ picturePoint: { x, y }, pictureRatio, handle, onMove, children }: StageProps) {
  function moveToPointer(event: { currentTarget: Element; clientX: number; clientY: number }): void {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    if (width > 0 && height > 0) onMove({ x: toShare((event.clientX - left) / width), y: toShare((event.clientY - top) / height) })
  }

  function handlePress(event: PointerEvent<HTMLDivElement>): void {
    // A finger on the picture scrolls the page. It drags the point only if it starts on the handle.
    if (event.button !== 0 || (event.pointerType === 'touch' && event.target !== handle.current)) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    handle.current?.focus()
    moveToPointer(event)
  }

  function handleKey(event: KeyboardEvent): void {
    const by = shiftByKey[event.key]
    if (by === undefined) return
    event.preventDefault()
    onMove({ x: toShare(x + by.x), y: toShare(y + by.y) })
  }

  return (
    // The handle is the accessible control. Pressing the picture is only a shortcut for it.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      className={classes.stage}
      style={pictureRatio === undefined ? undefined : { aspectRatio: pictureRatio, width: `min(100%, ${maxHeightRem * pictureRatio}rem)` }}
      onPointerDown={handlePress}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && moveToPointer(event)}
      onClick={moveToPointer}
    >
      {children}
      <div
        ref={handle}
        className={classes.handle}
        style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
        role="slider"
        tabIndex={0}
        aria-label="Focus of the picture"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(x * 100)}
        aria-valuetext={`${formatPercent(x, 1)} from the left, ${formatPercent(y, 1)} from the top`}
        onKeyDown={handleKey}
      />
    </div>
  )
}

/**
 * Limits a position to the picture, and rounds it to a tenth of a percent, because smaller differences are not visible.
 */
function toShare(position: number): number {
  return Math.round(Math.max(0, Math.min(1, position)) * 1_000) / 1_000
}
