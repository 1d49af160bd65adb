import { ColorInput } from '@mantine/core'
import '@mantine/core/styles/ColorInput.layer.css'
import '@mantine/core/styles/ColorPicker.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import { asText } from '../values/as-text.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './field-props.ts'

/** A colour as `#rrggbb`, typed, chosen or mixed. */
export function ColorField(props: FieldProps<'color'>) {
  return (
    <ColorInput
      {...inputProps(props)}
      placeholder={props.field.placeholder ?? '#3b82f6'}
      format="hex"
      fixOnBlur={false}
      withEyeDropper={false}
      swatches={props.field.suggestions ?? SWATCHES}
      value={asText(props.value)}
      onChange={(color) => props.onChange(color === '' ? undefined : color)}
    />
  )
}

/** One of each hue, dark enough for white text. */
const SWATCHES = ['#d6404a', '#c2611a', '#9a7704', '#2e9e5b', '#12988f', '#2f7bd9', '#7c5ce0', '#cf4593', '#6b7280']
