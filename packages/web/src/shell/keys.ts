export const isMac = (): boolean => navigator.platform.startsWith('Mac')
