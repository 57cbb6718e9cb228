import { defaultQrBackgroundColor, defaultQrColor, type QrConfig } from '@linkshelf/contract'
import { Button, Switch } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconRestore } from '@tabler/icons-react'
import { useState } from 'react'
import { ColorField } from '../../ui/forms/color-field.tsx'
import { LogoField } from './logo/logo-field.tsx'
import classes from './qr-options.module.css'
import type { QrChange } from './qr-subject.ts'

interface Swatch {
  name: string
  color: string
}

/** Each of these colors has enough contrast with every color of `backgroundSwatches`. */
const codeSwatches: readonly Swatch[] = [
  { name: 'Black', color: '#000000' },
  { name: 'Slate', color: '#334155' },
  { name: 'Navy', color: '#1e3a8a' },
  { name: 'Teal', color: '#115e59' },
  { name: 'Forest', color: '#14532d' },
  { name: 'Plum', color: '#581c87' },
  { name: 'Wine', color: '#881337' },
  { name: 'Rust', color: '#7c2d12' },
]

const backgroundSwatches: readonly Swatch[] = [
  { name: 'White', color: '#ffffff' },
  { name: 'Mist', color: '#eef2f6' },
  { name: 'Sky', color: '#e0f0fe' },
  { name: 'Mint', color: '#dcf5e9' },
  { name: 'Lime', color: '#eef7c9' },
  { name: 'Cream', color: '#fff4d6' },
  { name: 'Peach', color: '#ffe6d8' },
  { name: 'Rose', color: '#fde4ec' },
]

const defaults: QrConfig = {
  logo: null,
  color: defaultQrColor,
  background_color: defaultQrBackgroundColor,
  background_transparent: false,
}

const optionNames = ['logo', 'color', 'background_color', 'background_transparent'] as const

interface QrOptionsProps {
  config: QrConfig
  onChange: (change: QrChange) => void
  /** Why the server rejected the last logo. */
  logoProblem: string | undefined
}

export function QrOptions({ config, onChange, logoProblem }: QrOptionsProps) {
  const { unsaved, setColor, discard } = useDebouncedColors(onChange)
  const shown = { ...config, ...unsaved }
  const hint = findReadabilityHint(shown)
  const isDefault = optionNames.every((name) => shown[name] === defaults[name])

  function reset(): void {
    discard()
    onChange(defaults)
  }

  return (
    <div className={classes.options}>
      <div className={classes.colors}>
        <ColorField
          label="Foreground color"
          color={shown.color}
          swatches={codeSwatches}
          onChange={(color, isDragged) => setColor({ color }, isDragged)}
        />
        <ColorField
          label="Background color"
          color={shown.background_color}
          swatches={backgroundSwatches}
          isDisabled={shown.background_transparent}
          onChange={(color, isDragged) => setColor({ background_color: color }, isDragged)}
        />
      </div>
      <div>
        <Switch
          label="Transparent background"
          checked={shown.background_transparent}
          onChange={(event) => onChange({ background_transparent: event.currentTarget.checked })}
        />
        {/* A live region must be in the document before its text changes, so it is rendered even without a text. */}
        <div role="status">{hint !== undefined && <p className={classes.hint}>{hint}</p>}</div>
      </div>
      <LogoField logo={shown.logo} error={logoProblem} onChange={(logo) => onChange({ logo })} />
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        className={classes.reset}
        leftSection={<IconRestore aria-hidden size={16} stroke={1.6} />}
        data-disabled={isDefault || undefined}
        aria-disabled={isDefault}
        onClick={() => isDefault || reset()}
      >
        Reset to defaults
      </Button>
    </div>
  )
}

/**
 * Changed colors are saved after this delay, because a drag passes through hundreds of colors, and only the last color
 * should be saved.
 */
const debounceMs = 300

type QrColors = Partial<Pick<QrConfig, 'color' | 'background_color'>>

/** Returns colors that are shown at once. A dragged color is saved debounced. Any other color is saved immediately. */
function useDebouncedColors(onSave: (colors: QrColors) => void) {
  const [unsaved, setUnsaved] = useState<QrColors>({})

  const save = useDebouncedCallback(
    (colors: QrColors) => {
      setUnsaved({})
      onSave(colors)
    },
    { delay: debounceMs, flushOnUnmount: true },
  )

  function setColor(colors: QrColors, isDragged: boolean): void {
    const next = { ...unsaved, ...colors }
    setUnsaved(next)
    save(next)
    if (!isDragged) save.flush()
  }

  /** Discards colors that have not been saved yet. */
  function discard(): void {
    save.cancel()
    setUnsaved({})
  }

  return { unsaved, setColor, discard }
}

/** Minimum contrast. Below it, phone cameras begin to fail. */
const minContrast = 3

const paper = '#ffffff'

/** Returns a hint if phones may not be able to read a code in these colors. A transparent code is checked on white. */
export function findReadabilityHint({ color, background_color, background_transparent }: Omit<QrConfig, 'logo'>): string | undefined {
  const background = background_transparent ? paper : background_color
  const ratio = computeContrast(color, background)
  if (ratio < minContrast) {
    const shown = (Math.floor(ratio * 10) / 10).toFixed(1)
    return background_transparent
      ? `On white paper this color is too pale for many phones (contrast ${shown}, at least ${minContrast} is needed). Choose a darker one.`
      : `These colors are too close for many phones (contrast ${shown}, at least ${minContrast} is needed). Choose a darker foreground or a lighter background.`
  }
  if (computeLuminance(color) > computeLuminance(background)) {
    return 'The code is lighter than its background. Some phones cannot read that: choose a dark foreground on a light background.'
  }
  return undefined
}

/**
 * Returns the contrast of two colors given as `#rrggbb`, from 1 (same color) to 21 (black on white). Source: WCAG 2.2,
 * contrast ratio.
 */
export function computeContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns a number from 0 (black) to 1 (white). Source: WCAG 2.2, relative luminance. */
function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => toLinear(Number.parseInt(color.slice(start, start + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
