'use client';
import { create } from 'zustand';

/** Which of the shell's own layers is open. They load when first wanted: no page pays for them. */
export const useShellLayer = create<{ layer: 'search' | 'help' | undefined }>(() => ({ layer: undefined }));

export function openLayer(layer: 'search' | 'help'): void {
  useShellLayer.setState({ layer });
}
export function closeLayer(): void {
  useShellLayer.setState({ layer: undefined });
}
