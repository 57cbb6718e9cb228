import { defaultQrBackgroundColor, defaultQrColor, type QrConfig } from '@linkshelf/contract'
import { Button, Switch } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { ColorField } from '../../ui/forms/color-field.tsx'
import { useDebouncedColors } from './debounced-colors.ts'
import { LogoField } from './logo/logo-field.tsx'
import classes from './qr-options.module.css'
import type { QrChange } from './qr-subject.ts'
import { readabilityHint } from './readability.ts'
import { backgroundSwatches, codeSwatches } from './swatches.ts'

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
  const hint = readabilityHint(shown)
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
        {/* A live region must be in the document before its text changes. */}
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
