import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** Distance that the pointer must move before a press becomes a drag, so that a click stays a click. */
const thresholdPx = 5
/**
 * If the pointer is closer than this to the top or the bottom of the window, the page scrolls by `scrollStepPx` per
 * frame.
 */
const scrollZonePx = 88
const scrollStepPx = 12

interface RowDragOptions {
  /** The element whose children are the rows. */
  list: RefObject<HTMLElement | null>
  /** `index` is the new position of the row among the other rows. */
  onDrop: (from: number, index: number) => void
}

interface Drag {
  /** The index of the dragged row. */
  from: number
  /** The position among the other rows that the row would get if it were dropped now. */
  index: number
}

/**
 * Lets the user drag rows by a handle, with mouse, pen or touch. The row follows the pointer. Escape cancels the drag.
 */
export function useRowDrag({ list, onDrop }: RowDragOptions) {
  const [drag, setDrag] = useState<Drag>()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  /** Starts a drag. The style of the handle needs `touch-action: none`. */
  function startDrag(event: PointerEvent, from: number): void {
    const row = list.current?.children[from]
    if (event.button !== 0 || !event.isPrimary || !(row instanceof HTMLElement)) return
    stop.current?.()
    stop.current = followPointer(event.nativeEvent, row, {
      onMove: (index) => setDrag((now) => (now?.index === index ? now : { from, index })),
      onEnd: (index) => {
        setDrag(undefined)
        if (index !== undefined && index !== from) onDrop(from, index)
      },
    })
  }

  return { drag, press: startDrag }
}

interface Listeners {
  /** Called with the current position of the row among the other rows. */
  onMove: (index: number) => void
  /** Called with the final position, or with undefined if the drag was canceled. */
  onEnd: (index: number | undefined) => void
}

/** Follows the pointer until the drag ends. Returns a function that cancels the drag. */
function followPointer(start: globalThis.PointerEvent, row: HTMLElement, { onMove, onEnd }: Listeners): () => void {
  const listening = new AbortController()
  const startTop = window.scrollY + start.clientY
  let clientY = start.clientY
  let index: number | undefined
  let frame = 0

  function follow(): void {
    row.style.translate = `0 ${window.scrollY + clientY - startTop}px`
    index = computeDropIndex(row, clientY)
    onMove(index)
  }

  function scroll(): void {
    const { scrollY } = window
    window.scrollBy(0, computeScrollStep(clientY, row.parentElement))
    if (window.scrollY !== scrollY) follow()
    frame = requestAnimationFrame(scroll)
  }

  function end(result: number | undefined): void {
    listening.abort()
    cancelAnimationFrame(frame)
    row.style.translate = ''
    if (index === undefined) return
    ignoreNextClick()
    onEnd(result)
  }

  const { signal } = listening
  const listen = <Name extends 'pointermove' | 'pointerup' | 'pointercancel' | 'dragstart' | 'keydown'>(
    name: Name,
    listener: (event: WindowEventMap[Name]) => void,
  ) => window.addEventListener(name, listener, { signal, capture: true })

  listen('pointermove', (event) => {
    if (event.pointerId !== start.pointerId) return
    clientY = event.clientY
    if (index === undefined && Math.abs(clientY - start.clientY) < thresholdPx) return
    if (index === undefined) frame = requestAnimationFrame(scroll)
    follow()
  })
  listen('pointerup', ({ pointerId }) => pointerId === start.pointerId && end(index))
  listen('pointercancel', ({ pointerId }) => pointerId === start.pointerId && end(undefined))
  // If the event were not canceled, the browser would drag the row's link below the handle, and cancel the pointer.
  listen('dragstart', (event) => event.preventDefault())
  listen('keydown', (event) => {
    if (event.key !== 'Escape' || index === undefined) return
    event.stopPropagation()
    end(undefined)
  })
  return () => end(undefined)
}

/** Returns how many of the other rows have their middle above the pointer. */
function computeDropIndex(row: HTMLElement, clientY: number): number {
  const others = [...(row.parentElement?.children ?? [])].filter((one) => one !== row)
  return others.filter((one) => {
    const { top, height } = one.getBoundingClientRect()
    return top + height / 2 < clientY
  }).length
}

/**
 * Returns how far to scroll in this frame, at most to the ends of the list. Without this limit, the page would become
 * longer and longer, because a row that is dragged below the page extends it.
 */
function computeScrollStep(clientY: number, list: HTMLElement | null): number {
  const { top, bottom } = list?.getBoundingClientRect() ?? new DOMRect()
  const lowerZone = window.innerHeight - scrollZonePx
  if (clientY < scrollZonePx && top < scrollZonePx) return -scrollStepPx
  return clientY > lowerZone && bottom > lowerZone ? scrollStepPx : 0
}

/** Ignores the click on the handle that the browser reports at the end of a drag. */
function ignoreNextClick(): void {
  const listening = new AbortController()
  window.addEventListener('click', (event) => event.stopPropagation(), { capture: true, signal: listening.signal })
  setTimeout(() => listening.abort())
}
