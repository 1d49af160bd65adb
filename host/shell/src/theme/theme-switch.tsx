import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

const schemes = [
  { value: 'auto', label: 'System theme', Icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
] as const

/** Light, dark, or as the system has it; remembered in this browser. */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return schemes.map(({ value, label, Icon }) => (
    <Menu.Item
      key={value}
      closeMenuOnClick={false}
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={colorScheme === value && <IconCheck size={14} aria-label="chosen" />}
      onClick={() => setColorScheme(value)}
    >
      {label}
    </Menu.Item>
  ))
}
