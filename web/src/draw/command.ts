// The command line that draws what the page draws of an effect.

import type { Uniform } from '../protocol';
import type { Frame } from './model';

/** Pictures are named after what takes them. */
export function pictureName(name: string): string {
  return `${name}.png`;
}

/** The arguments of `glassbox`, the result included. */
export function drawCommand(file: string, uniforms: Uniform[], children: string[], frame: Frame): string[] {
  const inputs = [...frame.pictures.keys()].filter((name) => !children.includes(name));
  return [
    'run', file, '--size', `${frame.width}x${frame.height}`,
    ...uniforms.flatMap(({ name }) => ['--uniform', `${name}=${(frame.values.get(name) ?? []).join(',')}`]),
    ...children.flatMap((name) => ['--child', `${name}=${pictureName(name)}`]),
    // A color filter takes the source alone; a blender draws it over the destination.
    ...inputs.flatMap((name) => [name === 'destination' ? '--background' : '--input', pictureName(name)]),
    '-o', pictureName(file),
  ];
}

/** Arguments as they are typed in a shell. */
export function shellLine(words: string[]): string {
  return words.map((word) => (/^[\w./:=,+@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}
