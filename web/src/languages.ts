// Colours texts: one tokenizer for the text form, listings, assembly and all source languages.

import { StreamLanguage, type StringStream } from '@codemirror/language';

export type Comments = 'c' | 'semicolon' | 'both';

const KEYWORDS = new Set(('if else for while do switch case default break continue return discard struct uniform in out inout const '
  + 'layout buffer shared precision highp mediump lowp void true false fn let var static cbuffer register using namespace '
  + 'texture sampler import enable override alias loop continuing readonly writeonly flat smooth centroid sample patch '
  + 'fragment vertex kernel constant device thread threadgroup local bind null size offset count').split(' '));
const TYPES = /^(float|half|double|int|uint|short|ushort|bool|vec|ivec|uvec|bvec|mat|sampler|texture|image|array|[uif](8|16|32|64)|f16|i1)[\dx_A-Za-z]*$/;

interface State {
  inComment: boolean;
}

/** A language in which comments are as given. */
export function textLanguage(comments: Comments): StreamLanguage<State> {
  const hasC = comments !== 'semicolon';
  const hasSemicolon = comments !== 'c';
  return StreamLanguage.define<State>({
    startState: () => ({ inComment: false }),
    copyState: (state) => ({ ...state }),
    token(stream, state) {
      if (state.inComment) return blockComment(stream, state);
      if (stream.eatSpace()) return null;
      if (hasSemicolon && stream.match(/^;.*/)) return 'comment';
      if (hasC && stream.match(/^\/\/.*/)) return 'comment';
      if (hasC && stream.match('/*')) {
        state.inComment = true;
        return blockComment(stream, state);
      }
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
      if (stream.match(/^#\s*\w+/)) return 'meta';
      if (stream.match(/^[@$%&!][\w.$]+/)) return 'variableName.special';
      if (stream.match(/^(0x[\da-f]+|\d+\.?\d*(e[+-]?\d+)?|\.\d+)[uflh]*\b/i)) return 'number';
      if (stream.match(/^Op[A-Z]\w*/)) return 'keyword';
      const word = stream.match(/^[A-Za-z_][\w.]*/) as RegExpMatchArray | null;
      if (word) return KEYWORDS.has(word[0]) ? 'keyword' : TYPES.test(word[0]) ? 'typeName' : 'variableName';
      stream.next();
      return 'punctuation';
    },
  });
}

function blockComment(stream: StringStream, state: State): string {
  if (stream.match(/^.*?\*\//)) state.inComment = false;
  else stream.skipToEnd();
  return 'comment';
}

/** How a view or a target writes comments. */
export function commentsOf(view: string): Comments {
  if (view === 'text' || view === 'dump') return 'semicolon';
  return /^(glsl|hlsl|msl|wgsl|sksl|agsl)$/.test(view) ? 'c' : 'both';
}
